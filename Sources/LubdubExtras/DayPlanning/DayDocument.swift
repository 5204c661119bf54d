internal import Lubdub
public import LubdubGround

/// Profile and plan as JSON.
public enum DayDocument {
  /// The document.
  ///
  /// - Parameters:
  ///   - profile: For whom.
  ///   - plan: The plan.
  ///   - readings: What the profile was made from; they are counted.
  /// - Returns: An object with `profile`, `plan` and `readings`.
  public static func json(
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
      "readings": .object(
        JSONValue(members: counts + [("later", .number(Double(readings.count - used.count)))])
          .object ?? [:]),
    ]
  }

  /// A profile by itself.
  public static func json(_ profile: DayProfile) -> JSONValue {
    [
      "average_hrv_ms": rounded(profile.averageHRV), "awake_h": rounded(profile.awake),
      "chronotype": .string(profile.chronotype.rawValue),
      "day_light_lux": rounded(profile.dayLight),
      "evening_light_lux": rounded(profile.eveningLight),
      "needs": .array(profile.needs.map(\.rawValue).sorted().map { .string($0) }),
      "phase_h": rounded(profile.phase), "sleep_debt_h": rounded(profile.sleepDebt),
      "steps": rounded(profile.steps), "updated": .string(profile.updated.text),
      "wake_h": rounded(profile.waking),
    ]
  }

  private static func rounded(_ value: Double?) -> JSONValue {
    .optional(value.map { $0.rounded(decimals: 6) })
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

  /// The profile of an earlier document, whose values are kept where readings add nothing new.
  ///
  /// - Throws: `PlanError` for what is no such document.
  public static func profile(_ bytes: [UInt8]) throws(PlanError) -> DayProfile {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw PlanError("\(error)")
    }
    let object = document["profile"] ?? document
    guard
      let updated = object["updated"]?.string.map({ Array($0.utf8)[...] })
        .flatMap(LocalTime.init(parsing:)),
      let chronotype = object["chronotype"]?.string.flatMap(DayProfile.Chronotype.init)
    else { throw PlanError("expected a profile with updated and chronotype") }
    var profile = DayProfile(updated: updated)
    profile.chronotype = chronotype
    profile.averageHRV = try number("average_hrv_ms", of: object, 0...1000)
    profile.phase = try number("phase_h", of: object, 0...24)
    profile.sleepDebt = try number("sleep_debt_h", of: object, 0...64)
    profile.waking = try number("wake_h", of: object, 0...24)
    profile.awake = try number("awake_h", of: object, 12...20)
    profile.steps = try number("steps", of: object, 0...1_000_000)
    profile.dayLight = try number("day_light_lux", of: object, 0...1_000_000)
    profile.eveningLight = try number("evening_light_lux", of: object, 0...1_000_000)
    return profile
  }

  private static func number(
    _ name: String, of object: JSONValue, _ range: ClosedRange<Double>
  ) throws(PlanError) -> Double? {
    guard let value = object[name], value != .null else { return nil }
    guard let number = value.number, range.contains(number) else {
      throw PlanError(
        "\(name) is not a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return number
  }
}
