internal import LubdubSignals

/// What is known of somebody's days.
public struct DayProfile: Sendable, Hashable {
  /// When somebody sleeps, by the middle of the sleep.
  public enum Chronotype: String, Sendable, Hashable, CaseIterable {
    /// Before 3 o'clock.
    case early
    /// Before 5 o'clock.
    case middle
    /// At 5 o'clock or later.
    case late
  }

  /// When somebody sleeps.
  public var chronotype: Chronotype
  /// Hours since the middle of the last sleep, 0..<24; `nil` where no sleep is known.
  public var phase: Double?
  /// The mean SDNN of seven days in ms; `nil` where none is known.
  public var averageHRV: Double?
  /// The hours of sleep that are missing, over seven nights; `nil` where no sleep is known.
  public var sleepDebt: Double?
  /// When it was made.
  public var updated: LocalTime

  /// A profile of somebody of whom nothing is known.
  public init(updated: LocalTime) {
    chronotype = .middle
    self.updated = updated
  }

  /// Plans are made at five o'clock.
  public static let refreshHour = 5
  /// How much sleep is needed a night, in hours.
  public static let neededSleep = 8.0
  private static let days = 7

  /// Takes readings of the seven days before a time. What they do not show keeps its value.
  ///
  /// - Parameters:
  ///   - readings: In any order; those of later times and of days before are skipped.
  ///   - time: When the profile is made.
  public mutating func update(_ readings: [DayReading], at time: LocalTime) {
    let start = LocalTime(minutes: time.minutes - Self.days * 1440)
    let recent = readings.filter { $0.time > start && $0.time <= time }
      .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    updated = time
    averageHRV = Statistics.mean(recent.filter { $0.kind == .hrv }.map(\.value)) ?? averageHRV
    let sleeps = recent.filter { $0.kind == .sleep && $0.value > 0 }
    guard let last = sleeps.last else { return }
    var nights: [Int: Double] = [:]
    for sleep in sleeps { nights[sleep.time.day, default: 0] += sleep.value }
    sleepDebt = nights.sorted { $0.key < $1.key }
      .reduce(0) { $0 + max(0, Self.neededSleep - $1.value) }
    phase = Self.wrapped(time.hour - Self.middle(of: last), below: 24)
    // Noon parts the evening before from the morning after.
    let middles = sleeps.map { Self.wrapped(Self.middle(of: $0) + 12, below: 24) - 12 }
    if let usual = Statistics.median(middles) {
      chronotype = usual < 3 ? .early : usual < 5 ? .middle : .late
    }
  }

  /// The middle of a sleep as the hour of the day, which may be negative.
  private static func middle(of sleep: DayReading) -> Double { sleep.time.hour - sleep.value / 2 }

  private static func wrapped(_ hours: Double, below period: Double) -> Double {
    let rest = hours.truncatingRemainder(dividingBy: period)
    return rest < 0 ? rest + period : rest
  }
}
