/// The median of the last three values, as in Android's ranging services. Of two values, the newer one counts.
struct MedianOfThree: Smoother {
  private var previous: Double?
  private var beforePrevious: Double?

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    defer { (beforePrevious, previous) = (previous, value) }
    guard let a = previous, let b = beforePrevious else { return value }
    return max(min(a, b), min(max(a, b), value))
  }
}
