internal import RealModule

/// The true peak of a signal: the largest magnitude at and between its samples.
///
/// Oversampled fourfold by a windowed sinc of twelve taps per phase, the method of ITU-R BS.1770. Only stretches that can
/// contain a new peak are oversampled: the sum of the filter's magnitudes times the largest sample is the upper bound of the
/// filter's output.
public struct TruePeak: Sendable {
  /// The number of samples that determine a value between two samples.
  static let taps = 12
  private static let stretch = 64

  /// The largest magnitude so far, at least the floor of the meter.
  public private(set) var value: Float
  private let phases: [[Float]]
  private let bound: Float
  private var pending: [Float]

  /// Creates a meter.
  ///
  /// - Parameter floor: The smallest peak of interest; a higher floor makes the meter faster.
  public init(floor: Float = 0) {
    value = floor
    phases = (1...3).map(Self.phase)
    bound = phases.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1
    pending = [Float](repeating: 0, count: Self.taps - 1)
  }

  /// Adds the next samples.
  public mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    pending.append(contentsOf: samples)
    measure()
  }

  /// Adds silence, so that later samples do not overlap earlier ones.
  public mutating func addSilence() {
    pending.append(contentsOf: repeatElement(0, count: Self.taps))
    measure()
  }

  private mutating func measure() {
    let history = Self.taps - 1
    let last = pending.count - history
    guard last > 0 else { return }
    var peak = value
    pending.withUnsafeBufferPointer { samples in
      var first = 0
      while first < last {
        let count = min(Self.stretch, last - first)
        peak = Self.peak(
          UnsafeBufferPointer(rebasing: samples[first..<first + count + history]), phases, bound,
          peak)
        first += count
      }
    }
    value = peak
    pending.removeFirst(last)
  }

  private static func peak(
    _ samples: UnsafeBufferPointer<Float>, _ phases: [[Float]], _ bound: Float, _ known: Float
  ) -> Float {
    var largest: Float = 0
    for sample in samples { largest = max(largest, abs(sample)) }
    var peak = max(known, largest)
    if largest * bound <= known { return peak }
    for phase in phases {
      for start in 0..<samples.count - taps + 1 {
        var sum: Float = 0
        for tap in 0..<taps { sum += phase[tap] * samples[start + tap] }
        peak = max(peak, abs(sum))
      }
    }
    return peak
  }

  /// The taps for the value `quarter` quarters after the sixth of twelve samples.
  private static func phase(_ quarter: Int) -> [Float] {
    let raw = (0..<taps).map { tap in
      let distance = Double(tap) - 5 - Double(quarter) / 4
      let window = Double.cos(.pi * distance / 13)
      return Double.sin(.pi * distance) / (.pi * distance) * window * window
    }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }
}
