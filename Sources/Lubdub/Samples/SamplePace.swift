/// How far apart the wide ranges of a link come: some apps ask for one each second, others each five minutes
/// to spare the battery. Silence means the more the more often something is heard.
package struct SamplePace: Sendable, Hashable {
  /// The smoothed time between two, in s; zero before there are two.
  private var interval: Double
  private var last = -Double.infinity

  /// Samples further apart belong to different times of use.
  package static let longest: Seconds = 900
  /// Times read from logs are rounded, and clocks of phones are late by seconds.
  private static let tolerance = 1.05

  /// Zero where it is not known how far apart samples come.
  package init(_ interval: Seconds = .zero) { self.interval = interval.value }

  /// Notes that a sample was heard at a time, in s; times do not go back.
  package mutating func note(at time: Double) {
    let pause = time - last
    last = time
    guard pause > 0, pause <= Self.longest.value * Self.tolerance else { return }
    interval += (interval == 0 ? 1 : 0.5) * (pause - interval)
  }

  /// What silence means at this pace: one sample may be late by half of it, and one may be missing.
  package func stretched(_ silence: SilenceTimes) -> SilenceTimes {
    let late = Seconds(2.5 * interval)
    return SilenceTimes(
      coasting: max(silence.coasting, Seconds(1.5 * interval)), stale: max(silence.stale, late),
      lost: max(silence.lost, late))
  }
}
