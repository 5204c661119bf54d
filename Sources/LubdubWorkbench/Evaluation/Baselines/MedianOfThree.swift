/// The median of the last three values, as Android's ranging services have it; of two the newer one.
struct MedianOfThree: Smoother {
  private var previous: Double?
  private var beforePrevious: Double?

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    defer { (beforePrevious, previous) = (previous, value) }
    guard let a = previous, let b = beforePrevious else { return value }
    return max(min(a, b), min(max(a, b), value))
  }
}
