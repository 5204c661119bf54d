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

  /// For ranges, which come several times a second.
  package static let uwb = SilenceTimes(coasting: 1, stale: 3, lost: 10)
  /// For signal strength: advertisements come seconds apart.
  package static let rssi = SilenceTimes(coasting: 5, stale: 15, lost: 60)

  /// For positions: fixes come seconds to minutes apart, and people a block away do not move far in
  /// five minutes.
  package static let gnss = SilenceTimes(coasting: 15, stale: 300, lost: 300)

  /// Checks that the times are finite and in their order.
  ///
  /// - Throws: `SettingError` with the key `coastAfter`, `staleAfter` or `lostAfter`.
  package func validate() throws(SettingError) {
    for (key, time) in [("coastAfter", coasting), ("staleAfter", stale), ("lostAfter", lost)]
    where !time.isFinite || time.value < 0 {
      throw SettingError(
        key: key, found: "\(time)", expected: "a finite time that is not negative")
    }
    guard stale.value > 0, coasting <= stale else {
      throw SettingError(
        key: "staleAfter", found: "\(stale)",
        expected: "a positive time, not shorter than coasting (\(coasting))")
    }
    guard stale <= lost else {
      throw SettingError(
        key: "lostAfter", found: "\(lost)", expected: "a time not shorter than stale (\(stale))")
    }
  }

  /// Every setting of silence.
  package static let schema: [Setting<Self>] = [
    .quantity(
      "coastAfter", "Silent for longer, the estimate is only predicted", in: 0...3600,
      get: { $0.coasting }, set: { $0.coasting = $1 }),
    .quantity(
      "staleAfter", "Silent for longer, the estimate is stale and the zone ends", level: .basic,
      in: 0...3600, get: { $0.stale }, set: { $0.stale = $1 }),
    .quantity(
      "lostAfter", "Silent for longer, the peer is given up", in: 0...86400, get: { $0.lost },
      set: { $0.lost = $1 }),
  ]
}
