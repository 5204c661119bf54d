package enum DayDocument {
  /// The document of a profile and a plan, with the number of readings by kind that the profile includes.
  package static func json(
    _ profile: DayProfile, _ plan: DayPlan, readings: [DayReading]
  ) -> JSONValue {
    let used = readings.filter { $0.time <= profile.updated }
    let counts = DayReading.Kind.allCases.map { kind in
      (kind.rawValue, JSONValue.number(Double(used.count { $0.kind == kind })))
    }
    return [
      "date": .string(String(plan.day.text.prefix(10))),
      "plan": .array(plan.entries.map(json)),
      "profile": json(profile),
      "readings": JSONValue(
        members: counts + [("later", .number(Double(readings.count - used.count)))]),
    ]
  }

  /// The numbers of a profile, with their members and their plausible ranges.
  private static let numbers:
    [(String, any WritableKeyPath<DayProfile, Double?> & Sendable, ClosedRange<Double>)] = [
      ("average_hrv_ms", \.averageHRV, 0...1000), ("awake_h", \.awake, 12...20),
      ("day_light_lux", \.dayLight, 0...1e6), ("evening_light_lux", \.eveningLight, 0...1e6),
      ("phase_h", \.phase, 0...24), ("sleep_debt_h", \.sleepDebt, 0...64),
      ("steps", \.steps, 0...1e9),
      ("wake_h", \.waking, 0...24),
    ]

  package static func json(_ profile: DayProfile) -> JSONValue {
    JSONValue(
      members: numbers.map { name, path, _ in
        (name, .optional(profile[keyPath: path].map { $0.rounded(decimals: 6) }))
      } + [
        ("chronotype", .string(profile.chronotype.rawValue)),
        ("needs", .array(profile.needs.map(\.rawValue).sorted().map { .string($0) })),
        ("updated", .string(profile.updated.text)),
      ])
  }

  private static func json(_ entry: DayPlan.Entry) -> JSONValue {
    let ritual = entry.ritual
    return [
      "category": .string(ritual.category.rawValue), "description": .string(ritual.description),
      "from": .string(entry.window.lowerBound.text), "id": .string(ritual.id),
      "mechanism": .string(ritual.mechanism), "minutes": .number(Double(ritual.minutes)),
      "origin": .string(ritual.origin), "source": .string(ritual.source),
      "time": .string(entry.time.text), "title": .string(ritual.title),
      "to": .string(entry.window.upperBound.text), "way": .string(ritual.way.rawValue),
    ]
  }

  /// The profile of an earlier document. Its values are kept unless readings add newer values.
  package static func profile(_ bytes: [UInt8]) throws(PlanError) -> DayProfile {
    let document = try PlanError.document(bytes)
    let object = document["profile"] ?? document
    guard
      let updated = object["updated"]?.string.map({ Array($0.utf8)[...] })
        .flatMap(LocalTime.init(parsing:)),
      let chronotype = object["chronotype"]?.string.flatMap(DayProfile.Chronotype.init)
    else { throw PlanError("expected a profile with updated and chronotype") }
    var profile = DayProfile(updated: updated)
    profile.chronotype = chronotype
    for (name, path, range) in numbers {
      guard let value = object[name], value != .null else { continue }
      guard let number = value.number, range.contains(number) else {
        throw PlanError(
          "\(name) is not a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      }
      profile[keyPath: path] = number
    }
    return profile
  }
}
