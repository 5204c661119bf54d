import Foundation
import TestSupport
import Testing

@testable import LubdubExtras

@Suite struct DayPlanningTests {
  private static func file(_ name: String) throws -> [UInt8] {
    Array(
      try Data(contentsOf: Recordings.packageRoot.appending(path: "datasets/day/\(name)")))
  }

  private func time(_ text: String, hour: Double = 0) throws -> LocalTime {
    let day = try #require(LocalTime(date: text))
    return LocalTime(minutes: day.minutes + Int(hour * 60))
  }

  private func sleep(_ day: String, wake: Double, hours: Double) throws -> DayReading {
    DayReading(id: day, time: try time(day, hour: wake), kind: .sleep, value: hours)
  }

  private func profile(_ readings: [DayReading], on day: String) throws -> DayProfile {
    var profile = DayProfile(updated: try time(day))
    profile.update(readings, at: try time(day, hour: 5))
    return profile
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2026-11-22", 20_779), ("2024-02-29", 19_782), ("1969-12-31", -1),
  ])
  func `A date converts to its day number and back`(text: String, day: Int) throws {
    let time = try #require(LocalTime(date: text))
    #expect(time.day == day && time.minuteOfDay == 0 && time.text == "\(text)T00:00")
  }

  @Test(arguments: ["", "2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", "2026-11-22T"])
  func `A nonexistent date is rejected`(text: String) {
    #expect(LocalTime(date: text) == nil)
  }

  @Test func `A profile has the seven-day mean, the debt of seven nights, and the phase`()
    throws
  {
    var readings: [DayReading] = []
    for (index, hours) in [5.0, 9, 7, 8, 6.5, 8, 7.5, 8].enumerated() {
      let day = "2026-11-1\(index + 2)"
      readings.append(try sleep(day, wake: 7, hours: hours))
      readings.append(
        DayReading(
          id: "h\(index)", time: try time(day, hour: 7.5), kind: .hrv, value: 40 + Double(index)))
    }
    let profile = try profile(readings, on: "2026-11-20")
    // The night of the 12th is more than seven days ago.
    #expect(profile.sleepDebt == 1 + 1.5 + 0.5)
    #expect(profile.averageHRV == 44)
    // Woken at 7 after 8 hours: the middle was at 3, the plan is made at 5.
    #expect(profile.phase == 2 && profile.chronotype == .middle)
  }

  /// The middle of a sleep of 7 hours until 06:40 is 03:10, a little later by the rounding of sixths of an hour.
  @Test func `A profile updated at the middle of sleep has phase 0`() throws {
    let wake = try #require(LocalTime(parsing: Array("2026-11-13T06:40".utf8)[...]))
    let middle = try #require(LocalTime(parsing: Array("2026-11-15T03:10".utf8)[...]))
    var profile = DayProfile(updated: middle)
    profile.update(
      [DayReading(id: "s", time: wake, kind: .sleep, value: 7)], at: middle)
    #expect(profile.phase == 0)
  }

  @Test(arguments: [
    (5.5, 7.0, DayProfile.Chronotype.early), (6, 6, .middle), (9, 8, .late), (2, 8, .early),
    (8.75, 7.5, .late),
  ])
  func `The middle of sleep determines the chronotype`(
    wake: Double, hours: Double, type: DayProfile.Chronotype
  ) throws {
    let sleep = try sleep("2026-11-19", wake: wake, hours: hours)
    #expect(try profile([sleep], on: "2026-11-20").chronotype == type)
  }

  @Test func `Values without new readings stay unchanged`() throws {
    var profile = try profile(
      [sleep("2026-11-19", wake: 7, hours: 6)], on: "2026-11-20")
    let before = profile
    profile.update([], at: try time("2026-12-20", hour: 5))
    #expect(profile.sleepDebt == before.sleepDebt && profile.chronotype == before.chronotype)
    #expect(profile.updated.text == "2026-12-20T05:00")
    let read = try DayDocument.profile(JSONWriter.encode(DayDocument.json(profile)))
    #expect(read == profile)
    #expect(throws: PlanError.self) { try DayDocument.profile(Array("{}".utf8)) }
  }

  @Test(arguments: DayProfile.Chronotype.allCases, 0..<30)
  func `A plan has six to eight rituals that do not overlap`(
    type: DayProfile.Chronotype, day: Int
  ) throws {
    let pool = try RitualPool(Self.file("pool.json"))
    var profile = DayProfile(updated: LocalTime(minutes: 0))
    profile.chronotype = type
    let plan = try DayPlan(pool, for: profile, on: LocalTime(minutes: (20_000 + day) * 1440 + 77))
    #expect(DayPlan.size.contains(plan.entries.count))
    #expect(plan == (try DayPlan(pool, for: profile, on: plan.day)))
    for entry in plan.entries {
      let minute = entry.time.minuteOfDay
      #expect(entry.ritual.chronotypes.contains(type) && entry.time.day == 20_000 + day)
      #expect(minute >= entry.ritual.window.lowerBound)
      #expect(minute + entry.ritual.minutes <= entry.ritual.window.upperBound)
      #expect(!entry.ritual.source.isEmpty && entry.ritual.mechanism.contains(" "))
    }
    for (one, next) in zip(plan.entries, plan.entries.dropFirst()) {
      #expect(one.time.minutes + one.ritual.minutes <= next.time.minutes)
    }
    let morning = plan.entries.filter { $0.ritual.category == .morning }
    #expect(morning.allSatisfy { [.senses, .body].contains($0.ritual.way) })
    #expect(plan.timeline.duration == 86_400 && plan.timeline.events.count == plan.entries.count)
  }

  /// Seven nights that end at a given hour.
  private func nights(wake: Double, hours: Double) throws -> [DayReading] {
    try (14...20).map { try sleep("2026-11-\($0)", wake: wake, hours: hours) }
  }

  @Test(
    arguments: [
      (6.0, 8.0, 22.0), (7, 8, 23), (11.5, 8, 27.5), (4.5, 7.5, 21), (16, 8, 32), (9, 10, 23),
      (5, 5, 24), (23.5, 8, 39.5),
    ], 0..<14)
  func `The plan contains no ritual before waking or after bedtime`(
    sleeper: (wake: Double, hours: Double, bedtime: Double), day: Int
  ) throws {
    let profile = try profile(
      nights(wake: sleeper.wake, hours: sleeper.hours), on: "2026-11-21")
    #expect(profile.waking == sleeper.wake)
    let pool = try RitualPool(Self.file("pool.json"))
    let midnight = LocalTime(minutes: (20_778 + day) * 1440)
    let plan = try DayPlan(pool, for: profile, on: midnight)
    #expect(DayPlan.size.contains(plan.entries.count))
    for entry in plan.entries {
      let start = Double(entry.time.minutes - midnight.minutes) / 60
      #expect(start >= sleeper.wake)
      #expect(start + Double(entry.ritual.minutes) / 60 <= sleeper.bedtime)
      #expect(entry.window.contains(entry.time))
    }
    #expect(
      plan.entries.last.map { Double($0.time.minutes - midnight.minutes) / 60 } ?? 0 > sleeper
        .bedtime - 4)
    #expect(plan.timeline.events.count == plan.entries.count)
  }

  @Test func `Eight rituals depend on the chronotype, each cites a study, and the plans differ`()
    throws
  {
    let pool = try RitualPool(Self.file("pool.json"))
    let all = Set(DayProfile.Chronotype.allCases)
    let some = pool.rituals.filter { $0.chronotypes != all }
    #expect(some.count >= 8 && some.allSatisfy { $0.source.contains(", doi:10.") })
    var seen: [DayProfile.Chronotype: Set<String>] = [:]
    for type in all {
      var profile = DayProfile(updated: LocalTime(minutes: 0))
      profile.chronotype = type
      for day in 0..<60 {
        let plan = try DayPlan(pool, for: profile, on: LocalTime(minutes: day * 1440))
        seen[type, default: []].formUnion(plan.entries.map(\.ritual.id))
      }
    }
    for ritual in some {
      for type in all {
        #expect(
          seen[type]?.contains(ritual.id) == ritual.chronotypes.contains(type),
          "\(ritual.id) \(type)")
      }
    }
  }

  @Test func `Three sleepers get the same rituals at the same time after waking`() throws {
    let pool = try RitualPool(Self.file("pool.json"))
    let plans = try [6.5, 7.5, 11.5].map { wake in
      var profile = try profile(nights(wake: wake, hours: 8), on: "2026-11-21")
      profile.chronotype = .middle
      return try DayPlan(pool, for: profile, on: time("2026-11-21"))
    }
    #expect(plans.allSatisfy { $0.entries.map(\.ritual) == plans[0].entries.map(\.ritual) })
    let shifts = zip(plans[1].entries, plans[2].entries).map { $1.time.minutes - $0.time.minutes }
    #expect(Set(shifts) == [240])
  }

  @Test func `A nap isn't a night, and the middle of sleep is averaged across noon`() throws {
    var readings = try nights(wake: 7, hours: 8)
    for day in 14...20 {
      readings.append(
        DayReading(
          id: "n\(day)", time: try time("2026-11-\(day)", hour: 15), kind: .sleep, value: 1))
    }
    let profile = try profile(readings, on: "2026-11-21")
    #expect(profile.waking == 7 && profile.chronotype == .middle && profile.sleepDebt == 0)
    // Who works at night sleeps around noon; middles on both sides of it are near each other.
    let byDay = try self.profile(
      [sleep("2026-11-19", wake: 15.5, hours: 8), sleep("2026-11-20", wake: 16.5, hours: 8)],
      on: "2026-11-21")
    #expect(byDay.waking == 16)
  }

  @Test func `Light, dark, steps, and rest come first if the readings show a need`() throws {
    func reading(_ hour: Double, _ kind: DayReading.Kind, _ value: Double) throws -> DayReading {
      DayReading(
        id: "\(kind)\(hour)", time: try time("2026-11-20", hour: hour), kind: kind, value: value)
    }
    let night = try nights(wake: 7, hours: 8)
    #expect(try profile(night, on: "2026-11-21").needs.isEmpty, "nothing is known, nothing lacks")
    let bright = try profile(
      night + [reading(9, .light, 250), reading(21, .light, 10), reading(21.5, .steps, 7000)],
      on: "2026-11-21")
    #expect(bright.needs.isEmpty)
    var dim = try profile(
      nights(wake: 7, hours: 6.875)
        + [
          reading(9, .light, 249), reading(22, .light, 11), reading(12, .steps, 4000),
          reading(21, .steps, 2999),
        ], on: "2026-11-21")
    #expect(dim.needs == Set(DayProfile.Need.allCases) && dim.steps == 6999)
    let pool = try RitualPool(Self.file("pool.json"))
    for day in 0..<10 {
      let plan = try DayPlan(pool, for: dim, on: LocalTime(minutes: (20_778 + day) * 1440))
      #expect(Set(plan.entries.compactMap(\.ritual.need)).isSuperset(of: [.light, .dark, .steps]))
      let morning = plan.entries.filter { $0.ritual.category == .morning }
      #expect(morning.allSatisfy { $0.ritual.need == .light }, "both light rituals come first")
    }
    // A week without readings keeps what was known.
    let needs = dim.needs
    dim.update([], at: try time("2026-12-24", hour: 5))
    #expect(dim.needs == needs)
    #expect(try DayDocument.profile(JSONWriter.encode(DayDocument.json(dim))) == dim)
  }

  @Test func `A pool that breaks a rule is rejected with the place of the fault`() throws {
    func refusal(_ text: String) -> String {
      do {
        _ = try RitualPool(Array(text.utf8))
        return ""
      } catch {
        return error.description
      }
    }
    let pool = String(decoding: try Self.file("pool.json"), as: UTF8.self)
    #expect(refusal("{}") == "expected an array of rituals")
    #expect(refusal("[").contains("line 1"))
    #expect(refusal("[]").contains("0 rituals from 0 origins"))
    #expect(
      refusal(pool.replacing("\"from\": \"07:30\"", with: "\"from\": \"7:30\"")).contains(
        "ritual 5"))
    #expect(refusal(pool.replacing("\"to\": \"23:00\"", with: "\"to\": \"23:30\"")).contains("fit"))
    for wrong in ["Wright", "Wright 2013", "Wright 2013, doi:10.1016"] {
      let text = pool.replacing("Wright et al. 2013, doi:10.1016/j.cub.2013.06.039", with: wrong)
      #expect(
        refusal(text).contains("ritual 1: source is \"\(wrong)\", expected authors"), "\(wrong)")
    }
    #expect(
      refusal(
        pool.replacing(
          "A short walk after a meal holds down the rise of its sugar in the blood.", with: "body")
      )
      .contains("mechanism is one line"))
    #expect(
      refusal(pool.replacing("\"way\": \"mind\"", with: "\"way\": \"soul\"")).contains(
        "body, senses"))
    #expect(refusal(pool.replacing("am-02", with: "am-01")).contains("one id"))
    for wrong in ["[]", "[\"owl\"]", "3"] {
      let text = pool.replacing("[\"middle\", \"late\"]", with: wrong)
      #expect(refusal(text).contains("ritual 6: chronotypes is a list"), "\(wrong)")
    }
    #expect(refusal(pool.replacing("night", with: "evening")).contains("for the night"))
    #expect(refusal(pool.replacing("\"minutes\": 30", with: "\"minutes\": 300")).contains("fit"))
  }

  @Test func `A calendar is folded at 75 bytes and escaped, and its lines end with CR LF`() throws {
    let long = String(repeating: "Zoë geht, ", count: 20) + "\\n;"
    let pool = String(decoding: try Self.file("pool.json"), as: UTF8.self)
      .replacing("\"title\": \"Light first\"", with: "\"title\": \"\(long)\"")
      .replacing("\"title\": \"Cold water\"", with: "\"title\": \"\(long)\"")
      .replacing("\"title\": \"Ten bows\"", with: "\"title\": \"\(long)\"")
      .replacing("\"title\": \"Smell the tea\"", with: "\"title\": \"\(long)\"")
      .replacing("\"title\": \"Lift the sky\"", with: "\"title\": \"\(long)\"")
      .replacing("\"title\": \"Coffee outside\"", with: "\"title\": \"\(long)\"")
    let day = try time("2026-11-22")
    let plan = try DayPlan(
      RitualPool(Array(pool.utf8)), for: DayProfile(updated: day), on: day)
    let bytes = ICalendar.encode(plan)
    let text = try #require(String(validating: bytes, as: UTF8.self))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    let lines = bytes.split(separator: 0x0A).map(Array.init)
    #expect(lines.allSatisfy { $0.last == 0x0D && $0.count <= 76 })
    #expect(lines.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    let unfolded = text.replacing("\r\n ", with: "")
    #expect(unfolded.contains("SUMMARY:Zoë geht\\, Zoë geht\\, "))
    #expect(unfolded.contains("\\n\\;\r\n"))
    #expect(unfolded.contains("DTSTAMP:20261122T050000Z\r\n"))
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count - 1 == plan.entries.count)
    #expect(bytes == ICalendar.encode(plan))
  }
}
