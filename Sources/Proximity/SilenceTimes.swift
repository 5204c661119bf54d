public import Quantities

/// What silence means, counted from the last estimate that could be trusted.
public struct SilenceTimes: Sendable, Hashable {
  /// From here on the zone is kept without new readings.
  public var coasting: Seconds
  /// From here on there is no zone: silence is not distance.
  public var stale: Seconds
  /// From here on the peer is given up.
  public var lost: Seconds

  /// Times in their order: coasting ≤ stale ≤ lost, in seconds.
  public init(coasting: Seconds, stale: Seconds, lost: Seconds) {
    self.coasting = coasting
    self.stale = stale
    self.lost = lost
  }

  /// For measured ranges, several a second. The range filter predicts for as long.
  public static let uwb = SilenceTimes(coasting: 1, stale: 3, lost: 10)
  /// For signal strength: advertisements come seconds apart.
  public static let rssi = SilenceTimes(coasting: 5, stale: 15, lost: 60)

  func validate() throws(ParameterError) {
    try checkTime(coasting, "coasting")
    try checkTime(stale, "stale")
    try checkTime(lost, "lost")
    guard stale.value > 0, coasting <= stale else {
      throw ParameterError(
        path: "stale", found: "\(stale)",
        expected: "a positive time, not shorter than coasting (\(coasting))")
    }
    guard stale <= lost else {
      throw ParameterError(
        path: "lost", found: "\(lost)", expected: "a time not shorter than stale (\(stale))")
    }
  }
}

/// Refuses a duration that is negative, infinite or not a number.
func checkTime(_ time: Seconds, _ path: String) throws(ParameterError) {
  guard time.isFinite, time.value >= 0 else {
    throw ParameterError(
      path: path, found: "\(time)", expected: "a finite time that is not negative")
  }
}
