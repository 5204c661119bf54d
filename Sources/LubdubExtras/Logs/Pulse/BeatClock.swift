/// The clock of a log beside the sum of its intervals. The sum is more exact; only where it falls behind the clock for
/// longer than a strap is late, beats were lost, and there is a gap.
struct BeatClock {
  /// The time on the log's clock less the sum of the intervals, where the series was anchored last.
  private var anchor: Double?

  /// More than this between clock and sum, in seconds, is a gap.
  private static let lateness = 5.0

  /// Whether beats were lost before the intervals that were reported last.
  mutating func gap(at time: Double, after end: Milliseconds) -> Milliseconds? {
    guard time.isFinite else { return nil }
    let sum = end.value / 1000
    let late = time - sum - (anchor ?? time - sum)
    guard abs(late) > Self.lateness else {
      // The quickest delivery is nearest to the beats.
      anchor = min(anchor ?? .infinity, time - sum)
      return nil
    }
    anchor = time - sum - max(0, late)
    return Milliseconds(max(0, late) * 1000)
  }
}
