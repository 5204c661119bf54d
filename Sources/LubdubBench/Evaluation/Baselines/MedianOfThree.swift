/// The median of the last three values: what Android's ranging services do.
///
/// Of two values the newer one counts.
package struct MedianOfThree: Smoother {
  private var previous: Double?
  private var beforePrevious: Double?

  package init() {}

  /// Takes one value in and returns the median of the last three.
  package mutating func smooth(_ value: Double, at time: Double) -> Double {
    defer { (beforePrevious, previous) = (previous, value) }
    guard let a = previous, let b = beforePrevious else { return value }
    return max(min(a, b), min(max(a, b), value))
  }
}
