/// The time between wide ranges of a link: some apps request a range each second, others every five minutes to spare the
/// battery. The more often ranges arrive, the more a silence means.
package struct SamplePace: Sendable, Hashable {
  /// The smoothed time between two samples, in s; zero before the second sample.
  private var interval: Double
  private var last = -Double.infinity

  /// The longest time between samples of one period of use.
  package static let longest: Seconds = 900
  /// The tolerance of times: times in logs are rounded, and clocks of phones are late by seconds.
  private static let tolerance = 1.05

  /// Creates a pace; zero if the time between samples is unknown.
  package init(_ interval: Seconds = .zero) { self.interval = interval.value }

  /// Records a sample heard at a time, in s; times do not go back.
  package mutating func note(at time: Double) {
    let pause = time - last
    last = time
    guard pause > 0, pause <= Self.longest.value * Self.tolerance else { return }
    interval += (interval == 0 ? 1 : 0.5) * (pause - interval)
  }

  /// Returns the silence times at this pace: one sample may be late by half an interval, and one may be missing.
  package func stretched(_ silence: SilenceTimes) -> SilenceTimes {
    let late = Seconds(2.5 * interval)
    return SilenceTimes(
      coasting: max(silence.coasting, Seconds(1.5 * interval)), stale: max(silence.stale, late),
      lost: max(silence.lost, late))
  }
}
