#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
public import Quantities

/// Fading as it was recorded: how signal strength deviates from path loss, in runs without gaps, with
/// its correlation and its skew.
public struct FadingRuns: Sendable, Hashable {
  /// One signal strength with the true distance.
  public struct Sample: Sendable, Hashable {
    /// When.
    public var time: Seconds
    /// Received signal strength.
    public var rssi: DBm
    /// The true distance.
    public var truth: Meters

    /// A sample from its parts.
    public init(time: Seconds, rssi: DBm, truth: Meters) {
      self.time = time
      self.rssi = rssi
      self.truth = truth
    }
  }

  /// One reading of a run.
  struct Step: Sendable, Hashable {
    /// Time since the run's first reading, in seconds.
    let time: Double
    /// Deviation from path loss, in dB.
    let residual: Double
  }

  /// The runs, none of them shorter than ten readings.
  private(set) var runs: [[Step]] = []

  /// Whether there is nothing to draw from.
  public var isEmpty: Bool { runs.isEmpty }

  /// No runs.
  public init() {}

  /// Adds the runs of one recording of one link.
  ///
  /// The path loss that is taken away is the least-squares line over log distance. Its exponent is
  /// held in 1 ... 4, because a link whose distance hardly changes does not tell it.
  ///
  /// - Parameters:
  ///   - samples: The recording, in the order of time; distances below 0.1 m (near field) are left out.
  ///   - longestGap: The silence that ends a run.
  public mutating func add(_ samples: [Sample], longestGap: Seconds = 5) {
    let far = samples.filter { $0.truth.value >= 0.1 }
    let line = Self.pathLoss(far)
    var run: [Step] = []
    var start = 0.0
    var last = -Double.infinity
    for sample in far {
      let time = sample.time.value
      if time - last > longestGap.value || time < last {
        close(&run)
        start = time
      }
      last = time
      let expected = line.power - 10 * line.exponent * log10(sample.truth.value)
      run.append(Step(time: time - start, residual: sample.rssi.value - expected))
    }
    close(&run)
  }

  private mutating func close(_ run: inout [Step]) {
    if run.count >= 10 { runs.append(run) }
    run = []
  }

  private static func pathLoss(_ samples: [Sample]) -> (power: Double, exponent: Double) {
    guard !samples.isEmpty else { return (0, 2) }
    let count = Double(samples.count)
    let logs = samples.map { -10 * log10($0.truth.value) }
    let meanLog = logs.reduce(0, +) / count
    let meanLevel = samples.reduce(0) { $0 + $1.rssi.value } / count
    var square = 0.0
    var product = 0.0
    for (log, sample) in zip(logs, samples) {
      square += (log - meanLog) * (log - meanLog)
      product += (log - meanLog) * (sample.rssi.value - meanLevel)
    }
    let exponent = square > 0 ? min(max(product / square, 1), 4) : 2
    return (meanLevel - exponent * meanLog, exponent)
  }
}

/// Draws recorded fading without end: a run from a random place on, then another.
struct FadingSampler {
  private let source: FadingRuns
  private var random: SplitMix64
  private var run = 0
  private var index = 0

  init(source: FadingRuns, random: SplitMix64) {
    self.source = source
    self.random = random
    jump()
  }

  /// The wait since the reading before, in seconds, and the deviation from path loss in dB.
  mutating func next() -> (wait: Double, residual: Double) {
    let steps = source.runs[run]
    guard index + 1 < steps.count else {
      jump()
      return (0.5, source.runs[run][index].residual)
    }
    index += 1
    return (steps[index].time - steps[index - 1].time, steps[index].residual)
  }

  /// A random reading; long runs are as likely as they are long.
  private mutating func jump() {
    let total = source.runs.reduce(0) { $0 + $1.count }
    var place = Int(random.next() % UInt64(max(total, 1)))
    for (number, steps) in source.runs.enumerated() {
      if place < steps.count {
        run = number
        index = min(place, steps.count - 2)
        return
      }
      place -= steps.count
    }
  }
}
