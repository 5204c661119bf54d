/// How a table writes dates and times of day.
package enum CalendarForm: String, Sendable, Hashable, CaseIterable {
  /// The year first, as in ISO 8601; also `2025/11/24`, `20251124`, and months by name.
  case iso
  /// The day first: `24.11.2025`, `24/11/25`.
  case dayFirst = "dmy"
  /// The month first: `11/24/2025`.
  case monthFirst = "mdy"
  /// A time of day alone.
  case clock
}

extension CivilTime {
  /// Reads a date, a time of day and an offset from UTC, as far as they are written: the offset may be
  /// missing, then the time is taken as written. Decimals of a second have a point or a comma, and hours may
  /// be AM or PM.
  package static func nanoseconds(_ text: LogText, as form: CalendarForm) -> Int64? {
    let text = text.trimmed
    guard form != .clock else { return anyTimeOfDay(text) }
    if form == .iso, let time = nanoseconds(text) { return time }
    // What is before the time of day: up to the last blank or T in front of the first colon.
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let end = text[..<colon].lastIndex(where: {
        $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "T")
      }),
      let days = days(text[..<end], as: form)
    else { return nil }
    let rest = text[(end + 1)...]
    let zone = rest.firstIndex { $0 == 0x2B || $0 == 0x2D || $0 == UInt8(ascii: "Z") }
    guard let time = anyTimeOfDay(rest[..<(zone ?? rest.endIndex)]),
      let offset = zone.map({ zoneOffset(rest[$0...].trimmed) }) ?? 0
    else { return nil }
    return days * nanosecondsPerDay + time - offset
  }

  /// Days since 1970-01-01 of a date alone.
  package static func days(_ text: LogText, as form: CalendarForm) -> Int64? {
    var text = text.trimmed
    if text.last == UInt8(ascii: ",") { text.removeLast() }
    let separators = Array("-/. ,".utf8)
    let parts = text.split { separators.contains($0) }
    if parts.count == 1, text.count == 8, let whole = text.unsignedInteger, form == .iso {
      return days(whole / 10_000, whole / 100 % 100, whole % 100)
    }
    guard parts.count == 3, form != .clock else { return nil }
    let months = parts.map(month)
    if let place = months.firstIndex(where: { $0 != nil }), let month = months[place] {
      let numbers = parts.indices.filter { $0 != place }.compactMap { parts[$0].unsignedInteger }
      guard numbers.count == 2 else { return nil }
      let isYearFirst = numbers[0] > 31
      return days(year(numbers[isYearFirst ? 0 : 1]), month, numbers[isYearFirst ? 1 : 0])
    }
    let numbers = parts.compactMap { $0.unsignedInteger }
    guard numbers.count == 3 else { return nil }
    if parts[0].count == 4 { return days(numbers[0], numbers[1], numbers[2]) }
    switch form {
    case .dayFirst: return days(year(numbers[2]), numbers[1], numbers[0])
    case .monthFirst: return days(year(numbers[2]), numbers[0], numbers[1])
    case .iso, .clock: return nil
    }
  }

  /// A year of two digits is one of this century.
  private static func year(_ number: Int64) -> Int64 { number < 100 ? 2000 + number : number }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func month(_ text: LogText) -> Int64? {
    guard text.count >= 3 else { return nil }
    let name = text.prefix(3).string.lowercased()
    return months.firstIndex(of: name).map { Int64($0 + 1) }
  }

  /// A time of day in any usual form: `16:00:01.25`, `16:00:01,25`, `16:00`, `4:00:01 PM`.
  private static func anyTimeOfDay(_ text: LogText) -> Int64? {
    var text = text.trimmed
    let half = text.suffix(2).string.lowercased()
    let isHalf = half == "am" || half == "pm"
    if isHalf { text = text.dropLast(2).trimmed }
    let comma = UInt8(ascii: ",")
    let pointed = text.map { $0 == comma ? UInt8(ascii: ".") : $0 }[...]
    let colons = pointed.count { $0 == UInt8(ascii: ":") }
    guard let time = timeOfDay(colons == 1 ? pointed + Array(":0".utf8) : pointed) else {
      return nil
    }
    guard isHalf else { return time }
    let hour: Int64 = 3_600_000_000_000
    guard (hour..<13 * hour).contains(time) || time < hour else { return nil }
    return time % (12 * hour) + (half == "pm" ? 12 * hour : 0)
  }
}

/// Days since the first of times of day that come one after another, forwards or back: half a day and more
/// between two is midnight.
package struct DayCount: Sendable {
  private var last: Int64?
  private var days: Int64 = 0

  package init() {}

  /// A time of day in nanoseconds, counted from the first midnight.
  package mutating func nanoseconds(_ time: Int64) -> Int64 {
    let half = CivilTime.nanosecondsPerDay / 2
    if let last, time < last - half { days += 1 }
    if let last, time > last + half { days -= 1 }
    last = time
    return days * CivilTime.nanosecondsPerDay + time
  }
}

extension DayCount {
  package mutating func seconds(
    _ text: LogText, _ form: CalendarForm, _ date: (text: LogText, form: CalendarForm)?
  ) -> Double? {
    guard let time = CivilTime.nanoseconds(text, as: form) else { return nil }
    guard form == .clock else { return Double(time) / 1e9 }
    guard let date else { return Double(nanoseconds(time)) / 1e9 }
    return CivilTime.days(date.text, as: date.form).map {
      Double($0 * CivilTime.nanosecondsPerDay + time) / 1e9
    }
  }
}
