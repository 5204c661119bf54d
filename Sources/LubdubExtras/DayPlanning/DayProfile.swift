/// The known facts about a person's days.
package struct DayProfile: Sendable, Hashable {
  /// The type of sleeper, by the middle of the sleep.
  package enum Chronotype: String, Sendable, Hashable, CaseIterable {
    /// The middle of the sleep is before 3 o'clock.
    case early
    /// The middle of the sleep is before 5 o'clock.
    case middle
    /// The middle of the sleep is at 5 o'clock or later.
    case late
  }

  /// A lack in the last week. A ritual for it precedes others in its part of the day.
  package enum Need: String, Sendable, Hashable, CaseIterable {
    /// Less than 250 lux during the day (Brown et al. 2022, doi:10.1371/journal.pbio.3001571).
    case light
    /// More than 10 lux in the three hours before sleep (Brown et al. 2022).
    case dark
    /// Fewer than 7,000 steps per day (Paluch et al. 2022, doi:10.1016/S2468-2667(21)00302-9: 6,000 to 10,000).
    case steps
    /// More than seven hours of missing sleep, one per night.
    case rest
  }

  package var chronotype: Chronotype
  /// The hour of the day at which the person wakes, 0..<24; `nil` if no sleep is known.
  package var waking: Double?
  /// The hours from waking to sleep, 12...20; `nil` if no sleep is known.
  package var awake: Double?
  /// The hours since the middle of the last sleep, 0..<24; `nil` if no sleep is known.
  package var phase: Double?
  /// The mean SDNN of seven days in ms; `nil` if unknown.
  package var averageHRV: Double?
  /// The hours of missing sleep over seven nights; `nil` if no sleep is known.
  package var sleepDebt: Double?
  /// The median number of steps per day; `nil` if unknown.
  package var steps: Double?
  /// The median light in lux from waking to three hours before sleep; `nil` if unknown.
  package var dayLight: Double?
  /// The median light in lux in the three hours before sleep; `nil` if unknown.
  package var eveningLight: Double?
  package var updated: LocalTime

  package init(updated: LocalTime) {
    chronotype = .middle
    self.updated = updated
  }

  /// The hour of the day for new plans.
  package static let refreshHour = 5
  /// The required sleep per night, in hours.
  package static let neededSleep = 8.0
  private static let days = 7
  private static let evening = 3.0

  package var needs: Set<Need> {
    let lacks: [(Need, Bool)] = [
      (.light, dayLight ?? 250 < 250), (.dark, eveningLight ?? 0 > 10),
      (.steps, steps ?? 7000 < 7000), (.rest, sleepDebt ?? 0 > 7),
    ]
    return Set(lacks.filter(\.1).map(\.0))
  }

  /// The minutes of the day from waking to sleep, which may end after midnight. The range is 07:00 to 23:00 if no sleep is
  /// known.
  package var day: Range<Int> {
    let start = Int(((waking ?? 7) * 60).rounded())
    return start..<start + Int(((awake ?? 16) * 60).rounded())
  }

  /// Updates the profile with readings of the seven days before a time. Values without readings stay unchanged.
  package mutating func update(_ readings: [DayReading], at time: LocalTime) {
    let start = LocalTime(minutes: time.minutes - Self.days * 1440)
    let recent = readings.filter { $0.time > start && $0.time <= time }
      .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    updated = time
    averageHRV = Statistics.mean(recent.filter { $0.kind == .hrv }.map(\.value)) ?? averageHRV
    updateSleep(recent.filter { $0.kind == .sleep && $0.value > 0 })
    let walked = Dictionary(grouping: recent.filter { $0.kind == .steps }, by: \.time.day)
    steps = Statistics.median(walked.values.map { $0.reduce(0) { $0 + $1.value } }) ?? steps
    let (wakes, hours) = (waking ?? 7, awake ?? 16)
    func light(_ share: Range<Double>) -> Double? {
      Statistics.median(
        recent.filter {
          $0.kind == .light && share.contains(Self.wrapped($0.time.hour - wakes, below: 24))
        }.map(\.value))
    }
    dayLight = light(0..<hours - Self.evening) ?? dayLight
    eveningLight = light(hours - Self.evening..<hours) ?? eveningLight
  }

  private mutating func updateSleep(_ sleeps: [DayReading]) {
    // A nap is not a night, so the longest of the sleeps that end on one day counts for that day.
    let days = Dictionary(grouping: sleeps, by: \.time.day).sorted { $0.key < $1.key }.map(\.value)
    let nights = days.compactMap { day in day.max { ($0.value, $0.time) < ($1.value, $1.time) } }
    guard let last = nights.last, let length = Statistics.median(nights.map(\.value)) else {
      return
    }
    sleepDebt = days.reduce(0) { $0 + max(0, Self.neededSleep - $1.reduce(0) { $0 + $1.value }) }
    phase = Self.wrapped(updated.hour - Self.middle(of: last), below: 24)
    // Hours of the day are cyclic, so the median uses the offsets of the middles from the last one.
    let offsets = nights.map {
      Self.wrapped(Self.middle(of: $0) - Self.middle(of: last) + 12, below: 24) - 12
    }
    let usual = Self.middle(of: last) + (Statistics.median(offsets) ?? 0)
    // From noon, the middle counts as hours before midnight: 23:00 is -1.
    let middle = Self.wrapped(usual + 12, below: 24) - 12
    chronotype = middle < 3 ? .early : middle < 5 ? .middle : .late
    waking = Self.wrapped(usual + length / 2, below: 24)
    awake = min(max(24 - length, 12), 20)
  }

  private static func middle(of sleep: DayReading) -> Double { sleep.time.hour - sleep.value / 2 }

  private static func wrapped(_ hours: Double, below period: Double) -> Double {
    let rest = hours.truncatingRemainder(dividingBy: period)
    let turned = rest < 0 ? rest + period : rest
    // A remainder slightly below 0 can round to the period.
    return turned < period ? turned : 0
  }
}
