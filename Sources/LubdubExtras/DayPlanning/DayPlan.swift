public import Lubdub

/// Six to eight rituals of one day, each at its time.
public struct DayPlan: Sendable, Hashable {
  /// A ritual and when it begins.
  public struct Entry: Sendable, Hashable {
    /// When it begins.
    public var time: LocalTime
    /// What is done.
    public var ritual: Ritual
  }

  /// The midnight at which the day begins.
  public let day: LocalTime
  /// The rituals in the order of time; none begins before the one before it ends.
  public let entries: [Entry]

  /// The fewest and the most rituals of a plan.
  public static let size = 6...8
  private static let perCategory = 2

  /// Chooses up to two rituals for each part of the day.
  ///
  /// Those for the chronotype are sorted by their windows and ids, in the morning those of the senses and
  /// the body first. Which of them come on a day goes around with the date. Each begins as soon as its
  /// window opens and the ritual before it has ended; one that would end after its window is skipped.
  ///
  /// - Parameters:
  ///   - pool: What is chosen from.
  ///   - profile: For whom.
  ///   - day: Any time of the day.
  /// - Throws: `PlanError` when fewer than six fit.
  public init(_ pool: RitualPool, for profile: DayProfile, on day: LocalTime) throws(PlanError) {
    let midnight = LocalTime(minutes: day.day * 1440)
    let candidates = pool.rituals.filter { $0.chronotypes.contains(profile.chronotype) }
    var entries: [Entry] = []
    for category in Ritual.Category.allCases {
      var count = 0
      for ritual in Self.ordered(candidates.filter { $0.category == category }, day.day)
      where count < Self.perCategory {
        let busy = entries.map { $0.time.minuteOfDay..<$0.time.minuteOfDay + $0.ritual.minutes }
        guard let start = Self.start(of: ritual, beside: busy) else { continue }
        entries.append(Entry(time: LocalTime(minutes: midnight.minutes + start), ritual: ritual))
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

  /// The candidates of a part of the day, begun at another one each day.
  private static func ordered(_ rituals: [Ritual], _ day: Int) -> [Ritual] {
    let sorted = rituals.sorted {
      ($0.window.lowerBound, $0.id) < ($1.window.lowerBound, $1.id)
    }
    let first = sorted.filter { $0.category == .morning && $0.isFelt }
    let others = sorted.filter { !($0.category == .morning && $0.isFelt) }
    return turned(first, day) + turned(others, day)
  }

  private static func turned(_ rituals: [Ritual], _ day: Int) -> [Ritual] {
    guard !rituals.isEmpty else { return [] }
    let start = ((day % rituals.count) + rituals.count) % rituals.count
    return Array(rituals[start...] + rituals[..<start])
  }

  private static func start(of ritual: Ritual, beside busy: [Range<Int>]) -> Int? {
    var start = ritual.window.lowerBound
    for other in busy.sorted(by: { $0.lowerBound < $1.lowerBound })
    where other.overlaps(start..<start + ritual.minutes) {
      start = other.upperBound
    }
    return start + ritual.minutes <= ritual.window.upperBound ? start : nil
  }

  /// A soft swell at the beginning of each ritual, on a timeline of 24 hours from midnight.
  public var timeline: Timeline {
    let events = entries.map { entry in
      HapticEvent(
        time: Seconds(Double(entry.time.minuteOfDay) * 60), intensity: 0.5, sharpness: 0.1,
        kind: .continuous(
          duration: 1.2,
          curve: [
            .init(time: 0, intensity: 0, sharpness: 0.1),
            .init(time: 0.5, intensity: 0.5, sharpness: 0.1),
            .init(time: 1.2, intensity: 0, sharpness: 0.1),
          ]))
    }
    return Timeline(duration: 86_400, events: events)
  }
}
