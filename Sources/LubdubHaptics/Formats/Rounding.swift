/// Rounds a time to one nanosecond: the nearest whole number of nanoseconds, as the shortest decimal. Beyond 2^53 ns (104
/// days), a `Double` cannot represent single nanoseconds, and the time is unchanged.
package func toNanosecond(_ time: Double) -> Double {
  let scaled = time * 1e9
  guard abs(scaled) < 9_007_199_254_740_992 else { return time }
  let rounded = scaled.rounded() / 1e9
  return rounded == 0 ? 0 : rounded
}

/// Rounds a printed amount to nine decimals.
func shortened(_ number: Double) -> Double { toNanosecond(number) }

/// Rounds a value to 10^-12, so that 0.7 times 0.6 is 0.42.
func toPicoUnit(_ value: Double) -> Double { (value * 1e12).rounded() / 1e12 }

/// Converts times to whole ticks of a format, and counts the changes by rounding for each kind of event. Every time is
/// rounded relative to the start of the timeline, and durations are differences of rounded times. So the rounding error of
/// one interval is part of the next interval, and a thousand beats do not drift.
struct Ticks {
  let perSecond: Double
  /// The number of times that changed by more than half a nanosecond, and the largest change in seconds.
  private(set) var errors: [LossReport.Subject: (count: Int, largest: Double)] = [:]

  init(perSecond: Double = 1000) { self.perSecond = perSecond }

  mutating func index(of time: Double, in subject: LossReport.Subject) throws(FormatError) -> Int {
    let ticks = try Self.index(of: time, perSecond: perSecond)
    let error = abs(Double(ticks) / perSecond - time)
    if error > 0.5e-9 {
      let (count, largest) = errors[subject] ?? (0, 0)
      errors[subject] = (count + 1, max(largest, error))
    }
    return ticks
  }

  static func index(of time: Double, perSecond: Double = 1000) throws(FormatError) -> Int {
    let whole = (time * perSecond).rounded()
    guard abs(whole) < 9_007_199_254_740_992, let ticks = Int(exactly: whole) else {
      throw FormatError(rule: "time-too-large", "\(time) s cannot be counted in this format")
    }
    return ticks
  }
}
