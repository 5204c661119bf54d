/// AltBeacon's running average: the mean of the levels of the last 20 s without the highest and the lowest levels. On each
/// side, a tenth of the levels and one more are omitted.
struct TrimmedMean: Smoother {
  /// The readings, with times in ms.
  private var readings: [(time: Double, value: Double)] = []

  private static let duration = 20_000.0

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let now = (time * 1000).rounded()
    readings.append((now, value))
    readings.removeAll { now - $0.time >= Self.duration }
    let sorted = readings.map(\.value).sorted()
    let dropped = sorted.count > 2 ? sorted.count / 10 + 1 : 0
    let kept = sorted[dropped..<(sorted.count - dropped)]
    return kept.reduce(0, +) / Double(kept.count)
  }
}
