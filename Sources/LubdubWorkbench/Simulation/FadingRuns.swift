internal import RealModule

/// Recorded fading: runs of deviations of signal strength from path loss, without gaps, and with the recorded correlation
/// and skew.
package struct FadingRuns: Sendable, Hashable {
  struct Step: Sendable, Hashable {
    /// The time since the first reading of the run, in s.
    let time: Double
    /// The deviation from path loss, in dB.
    let residual: Double
  }

  private struct Sample {
    let time: Double
    let rssi: Double
    let logDistance: Double

    init?(_ record: TraceRecord) {
      guard record.sample.radio == .ble, let rssi = record.sample.rssi,
        let truth = record.truth, truth.value >= 0.1
      else { return nil }
      time = record.sample.time.value
      self.rssi = rssi.value
      logDistance = .log10(truth.value)
    }
  }

  /// The runs, each with at least ten readings.
  private(set) var runs: [[Step]] = []

  package var isEmpty: Bool { runs.isEmpty }

  package init() {}

  /// Adds the runs of one link, after subtracting a least-squares path loss. The exponent is limited to 1 ... 4, because a
  /// nearly constant distance does not determine it.
  package mutating func add(_ records: [TraceRecord]) {
    let samples = records.compactMap { Sample($0) }
    let line = Self.pathLoss(samples)
    var run: [Step] = []
    var start = 0.0
    var last = -Double.infinity
    for sample in samples {
      let time = sample.time
      if time - last > Self.longestGap || time < last {
        close(&run)
        start = time
      }
      last = time
      let expected = line.power - 10 * line.exponent * sample.logDistance
      run.append(Step(time: time - start, residual: sample.rssi - expected))
    }
    close(&run)
  }

  /// The longest gap within a run, in s.
  private static let longestGap = 5.0

  private mutating func close(_ run: inout [Step]) {
    if run.count >= 10 { runs.append(run) }
    run = []
  }

  private static func pathLoss(_ samples: [Sample]) -> (power: Double, exponent: Double) {
    guard !samples.isEmpty else { return (0, 2) }
    let logs = samples.map { -10 * $0.logDistance }
    let levels = samples.map(\.rssi)
    let (square, product) = Statistics.moments(logs, levels)
    let exponent = square > 0 ? min(max(product / square, 1), 4) : 2
    let (log, level) = (Statistics.mean(logs) ?? 0, Statistics.mean(levels) ?? 0)
    return (level - exponent * log, exponent)
  }
}

/// Draws endless recorded fading. Each run starts at a random place, and another run follows at its end.
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

  /// The time since the previous reading in s, and the deviation from path loss in dB.
  mutating func next() -> (wait: Double, residual: Double) {
    let steps = source.runs[run]
    guard index + 1 < steps.count else {
      jump()
      return (0.5, source.runs[run][index].residual)
    }
    index += 1
    return (steps[index].time - steps[index - 1].time, steps[index].residual)
  }

  /// Jumps to a random reading. The probability of a run is proportional to its length.
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
