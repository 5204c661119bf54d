/// The filter of ESPresense (2026): the mean of the levels of the last 15 s within Tukey's fences. The filter stores 20
/// readings at first, and adapts this number to the rate every 10 s. Like the original, it uses single precision.
struct FencedMean: Smoother {
  /// The readings, with times in ms.
  private var readings: [(time: Double, value: Float)] = []
  private var limit = 20
  /// The time of the last check of the rate, in ms.
  private var lastCheck: Double?

  private static let duration = 15_000.0
  private static let checkInterval = 10_000.0
  private static let limits = 10...200
  private static let fence: Float = 1.5

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let now = (time * 1000).rounded()
    readings.append((now, Float(value)))
    keepNewest(limit)
    readings.removeFirst(readings.prefix { now - $0.time > Self.duration }.count)
    let last = lastCheck ?? now
    lastCheck = last
    if now - last > Self.checkInterval {
      adapt(to: now)
      lastCheck = now
    }
    return Double(Self.mean(readings.map(\.value).sorted()))
  }

  /// Sets the limit to 1.5 times the number of readings in 15 s, if that changes the limit by more than a quarter.
  private mutating func adapt(to now: Double) {
    let elapsed = Float(now - readings[0].time) / 1000
    guard elapsed > 0 else { return }
    let rate = Float(readings.count) / elapsed
    let wanted = (rate * Float(Self.duration / 1000)).rounded(.up) * 1.5
    let size = Int(min(max(wanted, Float(Self.limits.lowerBound)), Float(Self.limits.upperBound)))
    guard abs(size - limit) > limit / 4 else { return }
    limit = size
    keepNewest(limit)
  }

  private mutating func keepNewest(_ count: Int) {
    if readings.count > count { readings.removeFirst(readings.count - count) }
  }

  private static func mean(_ sorted: [Float]) -> Float {
    func quantile(_ share: Float) -> Float {
      let rank = share * Float(sorted.count - 1)
      let below = Int(rank)
      guard below + 1 < sorted.count else { return sorted[below] }
      let part = rank - Float(below)
      return sorted[below] * (1 - part) + sorted[below + 1] * part
    }
    let (low, high) = (quantile(0.25), quantile(0.75))
    let reach = fence * (high - low)
    let kept = sorted.filter { $0 >= low - reach && $0 <= high + reach }
    return kept.isEmpty ? quantile(0.5) : kept.reduce(0, +) / Float(kept.count)
  }
}
