package struct Axis {
  package let low: Double
  package let high: Double
  package let start: Double
  package let end: Double

  /// Creates a scale for a range of values. An empty range is widened, so that the scale exists.
  package init(_ low: Double, _ high: Double, from start: Double, to end: Double) {
    self.low = low
    self.high = high > low ? high : low + 1
    self.start = start
    self.end = end
  }

  package func pixel(_ value: Double) -> Double {
    let share = (value - low) / (high - low)
    return start + (end - start) * min(max(share, 0), 1)
  }

  package func ticks(_ count: Int = 8) -> [Double] {
    let raw = (high - low) / Double(max(count, 1))
    let power = Double.pow(10, Double.log10(raw).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw } ?? 10 * power
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { ($0 * step * 1e9).rounded() / 1e9 }
  }
}
