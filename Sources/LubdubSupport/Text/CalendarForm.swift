package enum CalendarForm: String, Sendable, Hashable, CaseIterable {
  /// The year first, as in ISO 8601; also `2025/11/24`, `20251124`, and months by name.
  case iso
  /// The day first: `24.11.2025`, `24/11/25`.
  case dayFirst = "dmy"
  /// The month first: `11/24/2025`.
  case monthFirst = "mdy"
  case clock
}

extension CivilTime {
  /// Reads a date, a time of day, and an offset from UTC, if they are present. If the offset is missing or is a name such as
  /// `CET`, the time is used as written; `UTC`, `GMT`, and `Z` may precede it. Decimals of a second have a point or a comma,
  /// hours may be AM or PM, and a year may be at the end, as in `Wed Nov 25 13:12:11 UTC 2026`. RFC 2822 and the basic form
  /// of ISO 8601 are also read.
  package static func nanoseconds(_ text: LogText, as form: CalendarForm) -> Int64? {
    if form == .iso, let time = nanoseconds(text) { return time }
    var text = text.plain.trimmed
    if form == .clock, let time = duration(text) { return time }
    if let start = clockWithPoints(text) { (text[start + 2], text[start + 5]) = (0x3A, 0x3A) }
    if form == .iso, isCompact(text) {
      let clock = text.dropFirst(8)
      let whole = text.prefix(8) + [0x20] + clock.prefix(6)
      return nanoseconds(whole + [UInt8(ascii: ".")] + clock.dropFirst(6), as: .iso)
    }
    // The text before the time of day: up to the last blank or T before the first colon, if there is a colon.
    func isMark(_ place: Int) -> Bool {
      text[place] == 0x20 || text[place] == 0x09
        || text[place] | 0x20 == UInt8(ascii: "t") && (0x30...0x39).contains(text[place + 1])
    }
    let places = text.indices.dropLast()
    let mark =
      text.firstIndex(of: UInt8(ascii: ":")).map { places.prefix(upTo: $0).last(where: isMark) }
      ?? places.first(where: isMark)
    guard let stamp = ClockText(text[(mark.map { $0 + 1 } ?? text.startIndex)...]) else {
      return nil
    }
    guard form != .clock else { return mark == nil ? stamp.time : nil }
    guard let mark, let days = days(text[..<mark] + stamp.year, as: form) else { return nil }
    return days * nanosecondsPerDay + stamp.time - stamp.offset
  }

  /// Whether a text has only digits, from the year to seconds, milliseconds, or microseconds: `20240503100000250`.
  package static func isCompact(_ text: LogText) -> Bool {
    [14, 17, 20].contains(text.count) && text.allSatisfy { (0x30...0x39).contains($0) }
      && (19...20).contains(text.prefix(2).unsignedInteger ?? 0)
  }

  /// The start of a time of day with points after a date, as in `26.11.2026 13.00.01`.
  package static func clockWithPoints(_ text: LogText) -> Int? {
    guard let blank = text.lastIndex(of: 0x20), text.endIndex - blank > 8,
      !text.contains(UInt8(ascii: ":")),
      [3, 6].allSatisfy({ text[blank + $0] == UInt8(ascii: ".") })
    else { return nil }
    return blank + 1
  }

  /// Days since 1970-01-01 of a date without a time.
  package static func days(_ text: LogText, as form: CalendarForm) -> Int64? {
    var text = text.trimmed
    if text.last == UInt8(ascii: ",") { text.removeLast() }
    let separators = Array("-/. ,".utf8)
    let parts = text.split { separators.contains($0) }.filter {
      !weekdays.contains($0.prefix(3).string.lowercased())
    }
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

  private static func year(_ number: Int64) -> Int64 { number < 100 ? 2000 + number : number }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func month(_ text: LogText) -> Int64? {
    guard text.count >= 3 else { return nil }
    let name = text.prefix(3).string.lowercased()
    return months.firstIndex(of: name).map { Int64($0 + 1) }
  }

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

extension CivilTime {
  /// A duration as Go, Python, and pandas write it, in nanoseconds: `1h2m3.5s`, `0 days 00:00:01.500`; `nil` for a single
  /// number.
  package static func duration(_ text: LogText) -> Int64? {
    if let mark = text.firstRange(of: " day") {
      let clock = text[mark.upperBound...].drop { Array("s, ".utf8).contains($0) }
      guard let days = text[..<mark.lowerBound].unsignedInteger, days < 36_500,
        let time = timeOfDay(clock)
      else { return nil }
      return days * nanosecondsPerDay + time
    }
    var (rest, seconds) = (text, 0.0)
    while !rest.isEmpty {
      let digits = rest.prefix { (0x2E...0x39).contains($0) }
      let unit = rest[digits.endIndex...].prefix { !(0x2E...0x39).contains($0) }
      guard let number = digits.decimal, let size = sizes.first(where: { unit.string == $0.unit })
      else { return nil }
      seconds += number * size.seconds
      rest = rest[unit.endIndex...]
    }
    return text.isEmpty ? nil : Int64(exactly: (seconds * 1e9).rounded())
  }

  private static let sizes: [(unit: String, seconds: Double)] = [
    ("h", 3600), ("m", 60), ("s", 1), ("ms", 1e-3), ("µs", 1e-6), ("us", 1e-6), ("ns", 1e-9),
  ]
}

/// A time of day in any usual form, with the text after it: `16:00:01.25`, `16:00:01,25`, `16:00`, `00:01.25`, `4:00:01 PM`,
/// `4:00:01 p.m. UTC`, `160001+0100`.
private struct ClockText {
  let time: Int64
  /// The offset ahead of UTC, in nanoseconds.
  private(set) var offset: Int64 = 0
  private(set) var year: LogText = []

  init?(_ text: LogText) {
    let digits = text.prefix { (0x30...0x39).contains($0) || [0x3A, 0x2E, 0x2C].contains($0) }
    var rest = text[digits.endIndex...].trimmed
    let word = rest.prefix { Self.isLetter($0) || $0 == UInt8(ascii: ".") }
    let half = word.filter(Self.isLetter)[...].string.lowercased()
    let isHalf = ["am", "pm", "a", "p"].contains(half)
    if isHalf { rest = rest[word.endIndex...].trimmed }
    guard let time = Self.time(digits), !isHalf || time < 13 * Self.hour else { return nil }
    self.time = isHalf ? time % (12 * Self.hour) + (half.first == "p" ? 12 * Self.hour : 0) : time
    for part in rest.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
      guard read(part) else { return nil }
    }
  }

  private static let hour: Int64 = 3_600_000_000_000

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func time(_ text: LogText) -> Int64? {
    var text = text
    // Zephyr splits the decimals: 00:00:01.500,250.
    if let point = text.firstIndex(of: UInt8(ascii: ".")) {
      text = text[...point] + text[(point + 1)...].filter { $0 != UInt8(ascii: ",") }
    }
    text = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...]
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    switch text.count(where: { $0 == UInt8(ascii: ":") }) {
    case 0:
      // The basic form: hours, minutes, and seconds have two digits each.
      guard text.count >= 6, text.prefix(6).unsignedInteger != nil else { return nil }
      let colon = [UInt8(ascii: ":")]
      let parts = text.prefix(2) + colon + text.dropFirst(2).prefix(2)
      return CivilTime.timeOfDay(parts + colon + text.dropFirst(4))
    case 1:
      // Two numbers with decimals are minutes and seconds, like in a spreadsheet.
      let isShort = text.contains(UInt8(ascii: "."))
      return CivilTime.timeOfDay(isShort ? Array("0:".utf8) + text : text + Array(":0".utf8))
    case 3:
      // Milliseconds follow a colon.
      let parts = text.split(separator: UInt8(ascii: ":"))
      guard parts.last?.count == 3, let last = text.lastIndex(of: UInt8(ascii: ":")) else {
        return nil
      }
      text[last] = UInt8(ascii: ".")
      return CivilTime.timeOfDay(text)
    default: return CivilTime.timeOfDay(text)
    }
  }

  /// Reads one word after the time: an offset, the name of a zone, a year, or a comment.
  private mutating func read(_ part: LogText) -> Bool {
    let name = part.prefix(while: Self.isLetter)
    let rest = part[name.endIndex...]
    if rest.isEmpty { return name.count <= 5 }
    if part.first == UInt8(ascii: "(") { return true }
    if name.isEmpty, part.count == 4, part.unsignedInteger != nil {
      year = [0x20] + part
      return true
    }
    guard rest.first == 0x2B || rest.first == 0x2D else { return false }
    let short = rest.count == 2 ? rest.prefix(1) + [0x30] + rest.suffix(1) : rest
    guard let found = CivilTime.zoneOffset(short) else { return false }
    offset = found
    return true
  }
}

/// Days since the first of successive times of day, forward or backward: a step of half a day or more is midnight.
package struct DayCount: Sendable {
  private var last: Int64?
  private var days: Int64 = 0

  package init() {}

  /// A time of day in nanoseconds, counted from the first midnight; `nil` beyond 64 bits, after 292 years.
  package mutating func nanoseconds(_ time: Int64) -> Int64? {
    let half = CivilTime.nanosecondsPerDay / 2
    if let last, time < last - half { days += 1 }
    if let last, time > last + half { days -= 1 }
    last = time
    let (start, overflow) = days.multipliedReportingOverflow(by: CivilTime.nanosecondsPerDay)
    let (sum, carry) = start.addingReportingOverflow(time)
    return overflow || carry ? nil : sum
  }
}

extension DayCount {
  package mutating func seconds(
    _ text: LogText, _ form: CalendarForm, _ date: (text: LogText, form: CalendarForm)?
  ) -> Double? {
    guard let time = CivilTime.nanoseconds(text, as: form) else { return nil }
    guard form == .clock else { return Double(time) / 1e9 }
    guard let date else { return nanoseconds(time).map { Double($0) / 1e9 } }
    return CivilTime.days(date.text, as: date.form).map {
      Double($0 * CivilTime.nanosecondsPerDay + time) / 1e9
    }
  }
}
