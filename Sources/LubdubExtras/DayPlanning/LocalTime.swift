/// A minute on a person's local clock, without a time zone.
package struct LocalTime: Sendable, Hashable, Comparable {
  /// The minutes since 1970-01-01 00:00 on the same clock.
  package var minutes: Int

  package init(minutes: Int) { self.minutes = minutes }

  /// Reads a date such as `2026-11-22` as its midnight; `nil` for a date that does not exist.
  package init?(date text: String) {
    guard text.utf8.count == 10 else { return nil }
    self.init(parsing: Array("\(text)T00:00:00".utf8)[...])
  }

  /// Reads a time. The offset of `2026-11-22T06:40+02:00` is ignored, because only the local time counts.
  package init?(parsing text: LogText) {
    let text = text.trimmed
    let isShort = text.count == 16
    let whole = isShort ? Array(text + Array(":00".utf8))[...] : text
    guard CivilTime.nanoseconds(whole) != nil, let clock = CivilTime.nanoseconds(whole.prefix(19))
    else { return nil }
    minutes = Int((Double(clock) / 6e10).rounded(.down))
  }

  package var day: Int { Int((Double(minutes) / 1440).rounded(.down)) }

  /// The minutes since midnight, 0..<1440.
  package var minuteOfDay: Int { minutes - day * 1440 }

  /// The time of day in hours, 0..<24.
  package var hour: Double { Double(minuteOfDay) / 60 }

  /// The year, month, and day (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": `civil_from_days`).
  package var date: (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let civil = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (civil <= 2 ? 1 : 0), civil, ofYear - (153 * month + 2) / 5 + 1)
  }

  /// The time as text, such as `2026-11-22T06:40`.
  package var text: String {
    let (year, month, day) = date
    return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))T"
      + "\(Self.digits(minuteOfDay / 60, 2)):\(Self.digits(minuteOfDay % 60, 2))"
  }

  /// The time as in iCalendar, such as `20261122T064000`.
  var basicText: String {
    "\(text.filter { $0 != "-" && $0 != ":" })00"
  }

  static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  package static func < (left: Self, right: Self) -> Bool { left.minutes < right.minutes }
}
