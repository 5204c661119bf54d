package import Quantities

extension RangeFilter {
  /// How far a range would be from the prediction, in units of the deviation that the filter expects
  /// of it: what the gate looks at. The state stays as it is.
  ///
  /// - Returns: The normalised innovation, positive for a range that is longer than predicted; `nil`
  ///   before the first reading and for a range that is not usable.
  package func normalizedInnovation(of range: Meters, at time: Seconds) -> Double? {
    guard state.hasStarted, let reading = corrected(range), time.isFinite, time.value >= state.time
    else { return nil }
    let ahead = predicted(to: time.value)
    let variance = ahead.distanceVariance + state.kernel.noiseScale * constants.readingVariance
    return (reading - ahead.distance) / variance.squareRoot()
  }
}
