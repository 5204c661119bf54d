internal import Text

/// Times as tables write them.
enum PositionTime {
  /// A time in seconds: ISO 8601, or a number, which with `isRelative` is in seconds whatever its size,
  /// as in a column `t_s`.
  static func seconds(_ text: LogText, isRelative: Bool) -> Double? {
    if let number = text.decimal { return seconds(number, isRelative: isRelative) }
    return CivilTime.nanoseconds(text).map { Double($0) / 1e9 }
  }

  /// A number in seconds. By its size it is milliseconds or microseconds since 1970, seconds, or a
  /// day number of Excel with a fraction, whose day 25569 is 1970-01-01.
  static func seconds(_ number: Double, isRelative: Bool) -> Double? {
    guard number.isFinite else { return nil }
    if isRelative { return number }
    if abs(number) >= 1e14 { return number / 1e6 }
    if abs(number) >= 1e11 { return number / 1e3 }
    let isDay = (20_000..<80_000).contains(number) && number != number.rounded()
    return isDay ? (number - 25_569) * 86_400 : number
  }
}
