internal import Text

/// Times as tables write them.
enum PositionTime {
  /// A time in seconds: ISO 8601, or a number. A column such as `t_s` gives the scale of its unit.
  static func seconds(_ text: LogText, scale: Double? = nil) -> Double? {
    if let number = text.decimal { return scale.map { number * $0 } ?? seconds(number) }
    return CivilTime.nanoseconds(text).map { Double($0) / 1e9 }
  }

  /// A number in seconds. By its size it is milliseconds or microseconds since 1970, seconds, or a
  /// day number of Excel with a fraction, whose day 25569 is 1970-01-01.
  static func seconds(_ number: Double) -> Double? {
    guard number.isFinite else { return nil }
    if abs(number) >= 1e14 { return number / 1e6 }
    if abs(number) >= 1e11 { return number / 1e3 }
    let isDay = (20_000..<80_000).contains(number) && number != number.rounded()
    return isDay ? (number - 25_569) * 86_400 : number
  }
}
