/// Calendar times as whole nanoseconds since 1970-01-01, in 64 bits.
package enum CivilTime {
  static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// Reads `2022-11-29 22:22:16.015+0000`: a date, a blank or `T`, a time of day, and an optional zone offset with or without a
  /// colon, or `Z`. Without an offset, the time is used as written.
  package static func nanoseconds(_ text: LogText) -> Int64? {
    if let time = text.withUnsafeBytes({ usualForm($0) }) { return time }
    let text = text.trimmed
    guard text.count >= 19, let days = days(text.prefix(10)) else { return nil }
    let separator = text[text.startIndex + 10]
    guard separator == 0x20 || separator == UInt8(ascii: "T") else { return nil }
    let rest = text.dropFirst(11)
    let zoneStart = rest.firstIndex { $0 == 0x2B || $0 == 0x2D || $0 == UInt8(ascii: "Z") }
    let clock = rest[..<(zoneStart ?? rest.endIndex)].trimmed
    // The end of a day may be written as 24:00 (ISO 8601:2004, 4.2.3).
    let isMidnight =
      clock.prefix(8).equals("24:00:00")
      && clock.dropFirst(8).allSatisfy { $0 == 0x2E || $0 == 0x30 }
    guard let time = isMidnight ? nanosecondsPerDay : timeOfDay(clock),
      let offset = zoneStart.map({ zoneOffset(rest[$0...]) }) ?? 0
    else { return nil }
    return days * nanosecondsPerDay + time - offset
  }

  /// Reads `2022-11-29T22:22:16.015Z` from its bytes without allocating memory: each part has its usual digits; `Z` may be
  /// missing, or be replaced by an offset such as `+01:00` or `+0100`. `nil` for every other text, including other forms of
  /// a time.
  package static func usualForm(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.count >= 19, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x20 || text[10] == 0x54,
      text[13] == 0x3A, text[16] == 0x3A, let year = number(text, at: 0, digits: 4),
      let month = number(text, at: 5), let day = number(text, at: 8),
      let hours = number(text, at: 11), hours < 24, let minutes = number(text, at: 14),
      minutes < 60, let seconds = number(text, at: 17), seconds < 61,
      let days = days(year, month, day)
    else { return nil }
    var end = 19
    var (fraction, unit) = (0 as Int64, 1_000_000_000 as Int64)
    if text.count > 20, text[19] == 0x2E, text[20] &- 0x30 < 10 {
      end = 20
      while end < text.count, text[end] &- 0x30 < 10 {
        unit /= 10
        fraction += unit * Int64(text[end] &- 0x30)
        end += 1
      }
    }
    guard let offset = usualOffset(text, from: end) else { return nil }
    let time = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    return time * 1_000_000_000 + fraction - offset
  }

  private static func usualOffset(_ text: UnsafeRawBufferPointer, from start: Int) -> Int64? {
    switch text.count - start {
    case 0: return 0
    case 1: return text[start] == UInt8(ascii: "Z") ? 0 : nil
    case 5, 6:
      guard text[start] == 0x2B || text[start] == 0x2D,
        text.count - start == 5 || text[start + 3] == 0x3A,
        let hours = number(text, at: start + 1), hours < 24,
        let minutes = number(text, at: text.count - 2), minutes < 60
      else { return nil }
      let offset = (hours * 60 + minutes) * 60_000_000_000
      return text[start] == 0x2D ? -offset : offset
    default: return nil
    }
  }

  private static func number(
    _ text: UnsafeRawBufferPointer, at start: Int, digits: Int = 2
  ) -> Int64? {
    var number: Int64 = 0
    for place in start..<start + digits {
      let digit = text[place] &- 0x30
      guard digit < 10 else { return nil }
      number = number * 10 + Int64(digit)
    }
    return number
  }

  package static func timeOfDay(_ text: LogText) -> Int64? {
    let parts = text.parts(separatedBy: ":")
    guard parts.count == 3, let hours = parts[0].unsignedInteger, hours < 24,
      let minutes = parts[1].unsignedInteger, minutes < 60,
      let seconds = parts[2].nanoseconds, (0..<61_000_000_000).contains(seconds)
    else { return nil }
    return (hours * 60 + minutes) * 60_000_000_000 + seconds
  }

  static func zoneOffset(_ text: LogText) -> Int64? {
    if text.equals("Z") { return 0 }
    let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }[...]
    guard digits.count == 2 || digits.count == 4, let hours = digits.prefix(2).unsignedInteger,
      let minutes = digits.count == 4 ? digits.suffix(2).unsignedInteger : 0,
      hours < 24, minutes < 60
    else { return nil }
    let offset = (hours * 60 + minutes) * 60_000_000_000
    return text.first == UInt8(ascii: "-") ? -offset : offset
  }

  private static func length(of month: Int64, _ year: Int64) -> Int64 {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms",
  /// days_from_civil), for the years in the range of 64-bit nanoseconds.
  private static func days(_ text: LogText) -> Int64? {
    let parts = text.parts(separatedBy: "-")
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = parts[0].unsignedInteger, let month = parts[1].unsignedInteger,
      let day = parts[2].unsignedInteger
    else { return nil }
    return days(year, month, day)
  }

  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    guard (1678...2261).contains(year), (1...12).contains(month),
      (1...length(of: month, year)).contains(day)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

/// The receiver and the time at the end of a packet's first line, such as `[hci0] 12:00:01.5`.
/// Times are absolute with `btmon -T`, times of day with `-t`, otherwise seconds since the start.
package struct BtmonClock: Sendable {
  private var days = DayCount()

  package init() {}

  package mutating func read(_ line: LogText) -> (receiver: Int, time: Int64?) {
    let tail = line.after("[hci")
    let close = tail?.firstIndex(of: UInt8(ascii: "]"))
    let receiver = tail.flatMap { $0[..<(close ?? $0.endIndex)].unsignedInteger } ?? 0
    let stamp = tail.flatMap { text in close.map { text[($0 + 1)...].trimmed } }
    return (Int(clamping: receiver), stamp.flatMap { time($0) })
  }

  private mutating func time(_ text: LogText) -> Int64? {
    guard text.contains(UInt8(ascii: ":")) else { return text.nanoseconds }
    if let time = CivilTime.nanoseconds(text) { return time }
    return CivilTime.timeOfDay(text).flatMap { days.nanoseconds($0) }
  }
}
