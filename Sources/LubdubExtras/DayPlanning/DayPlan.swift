/// Six to eight rituals for one day, each with a time.
package struct DayPlan: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var time: LocalTime
    package var ritual: Ritual
    /// The window of the ritual on the person's own day.
    package var window: Range<LocalTime>
  }

  /// The midnight at which the day begins.
  package let day: LocalTime
  /// The rituals in the order of time. Each ritual begins after the end of the previous ritual.
  package let entries: [Entry]

  package static let size = 6...8
  private static let perCategory = 2

  /// Creates the plan of a day. Windows are stretched over the person's own day. In the morning, rituals of the senses and
  /// the body come first. Rituals for the profile's needs precede others, and the choice rotates with the date. Each ritual
  /// begins when its window is open and the previous ritual has ended.
  package init(_ pool: RitualPool, for profile: DayProfile, on day: LocalTime) throws(PlanError) {
    let midnight = LocalTime(minutes: day.day * 1440)
    let candidates = pool.rituals.filter { $0.chronotypes.contains(profile.chronotype) }
    var (entries, busy): ([Entry], [Range<Int>]) = ([], [])
    for category in Ritual.Category.allCases {
      var count = 0
      let ordered = Self.ordered(
        candidates.filter { $0.category == category }, day.day, profile.needs)
      for ritual in ordered where count < Self.perCategory {
        let window = ritual.window(on: profile.day)
        guard let start = Self.start(of: ritual, in: window, beside: busy) else { continue }
        busy.append(start..<start + ritual.minutes)
        func time(_ minute: Int) -> LocalTime { LocalTime(minutes: midnight.minutes + minute) }
        entries.append(
          Entry(
            time: time(start), ritual: ritual,
            window: time(window.lowerBound)..<time(window.upperBound)))
        count += 1
      }
    }
    guard Self.size.contains(entries.count) else {
      throw PlanError(
        "the pool gives \(entries.count) rituals for the chronotype \(profile.chronotype.rawValue), "
          + "expected \(Self.size.lowerBound) to \(Self.size.upperBound); add some, or widen their windows"
      )
    }
    self.day = midnight
    self.entries = entries.sorted { ($0.time, $0.ritual.id) < ($1.time, $1.ritual.id) }
  }

  private static func ordered(
    _ rituals: [Ritual], _ day: Int, _ needs: Set<DayProfile.Need>
  ) -> [Ritual] {
    let sorted = rituals.sorted { ($0.window.lowerBound, $0.id) < ($1.window.lowerBound, $1.id) }
    let ranks = Dictionary(grouping: sorted) { ritual in
      (ritual.category == .morning && !ritual.isFelt ? 2 : 0)
        + (ritual.need.map(needs.contains) == true ? 0 : 1)
    }
    return ranks.sorted { $0.key < $1.key }.flatMap { turned($0.value, day) }
  }

  private static func turned(_ rituals: [Ritual], _ day: Int) -> [Ritual] {
    guard !rituals.isEmpty else { return [] }
    let start = ((day % rituals.count) + rituals.count) % rituals.count
    return Array(rituals[start...] + rituals[..<start])
  }

  private static func start(
    of ritual: Ritual, in window: Range<Int>, beside busy: [Range<Int>]
  ) -> Int? {
    var start = window.lowerBound
    for other in busy.sorted(by: { $0.lowerBound < $1.lowerBound })
    where other.overlaps(start..<start + ritual.minutes) { start = other.upperBound }
    return start + ritual.minutes <= window.upperBound ? start : nil
  }

  /// A timeline of 24 hours from midnight with a soft swell at the beginning of each ritual. The timeline is longer than 24
  /// hours if the last swell ends later.
  package var timeline: Timeline {
    let events = entries.map { entry in
      HapticEvent(
        time: Seconds(Double(entry.time.minutes - day.minutes) * 60), intensity: 0.5,
        sharpness: 0.1,
        kind: .continuous(
          duration: 1.2,
          curve: [
            .init(time: 0, intensity: 0, sharpness: 0.1),
            .init(time: 0.5, intensity: 0.5, sharpness: 0.1),
            .init(time: 1.2, intensity: 0, sharpness: 0.1),
          ]))
    }
    let end = events.last.map { $0.time + $0.duration } ?? .zero
    return Timeline(duration: max(86_400, end), events: events)
  }
}
