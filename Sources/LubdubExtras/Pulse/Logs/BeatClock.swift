/// Compares the clock of a log with the sum of its intervals. The sum is more exact. There is a gap with lost beats only if
/// the sum falls behind the clock by more than the usual delay of a strap.
struct BeatClock {
  /// The time on the log's clock minus the sum of the intervals, at the last anchor of the series.
  private var anchor: Double?

  /// The largest difference between clock and sum, in seconds, that isn't a gap.
  private static let lateness = 5.0

  /// Returns the gap if beats were lost before the intervals that were reported last; `nil` otherwise.
  mutating func gap(at time: Double, after end: Milliseconds) -> Milliseconds? {
    guard time.isFinite else { return nil }
    let sum = end.value / 1000
    let late = time - sum - (anchor ?? time - sum)
    guard abs(late) > Self.lateness else {
      // The fastest delivery is closest to the beats.
      anchor = min(anchor ?? .infinity, time - sum)
      return nil
    }
    anchor = time - sum - max(0, late)
    return Milliseconds(max(0, late) * 1000)
  }
}
