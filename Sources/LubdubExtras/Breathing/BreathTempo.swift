/// The tempo of breaths: steady, or changing evenly over a time and steady afterward.
///
/// Breath `k` begins when `k` breaths are over, by the integral of the rate, so that errors do not add up.
public struct BreathTempo: Sendable, Hashable {
  /// The number of breaths per minute at the start.
  public let start: Double
  /// The number of breaths per minute at the end of the change and afterward.
  public let end: Double
  /// The length of the change.
  public let change: Seconds

  /// The slowest and the fastest supported tempo, in breaths per minute.
  public static let limits = 0.5...60.0
  /// The maximum length of a change: four hours.
  public static let longestChange: Seconds = 14_400

  /// Creates a tempo. A steady tempo has a change of 0 s.
  ///
  /// - Throws: `SettingError` for a rate outside `limits`, and for a time that is negative or longer than four hours.
  public init(from start: Double, to end: Double, over change: Seconds) throws(SettingError) {
    for (key, rate) in [("from", start), ("to", end)] where !Self.limits.contains(rate) {
      throw SettingError(key: key, found: "\(rate)", expected: "0.5 to 60 breaths per minute")
    }
    guard (0...Self.longestChange.value).contains(change.value) else {
      throw SettingError(key: "over", found: "\(change)", expected: "0 to 14400 s")
    }
    (self.start, self.end, self.change) = (start, end, change)
  }

  /// The time from the start of the first breath to the end of a number of breaths. The number is not negative. With a
  /// fraction, the time is inside a breath.
  public func time(after breaths: Double) -> Seconds {
    let (low, high) = (start / 60, end / 60)
    let ramp = change.value
    let inRamp = (low + high) / 2 * ramp
    guard ramp > 0, breaths < inRamp else { return Seconds(ramp + (breaths - inRamp) / high) }
    // The equation low t + (high - low) t² / 2 ramp = breaths, in the form that is also valid for equal rates.
    let root = (low * low + 2 * (high - low) / ramp * breaths).squareRoot()
    return Seconds(2 * breaths / (low + root))
  }
}
