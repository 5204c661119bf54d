/// The times of silence, counted from the last trusted estimate.
public struct SilenceTimes: Sendable, Hashable {
  /// The time after which the zone is only kept, because no new readings arrive.
  public var coasting: Seconds
  /// The time after which there is no zone: silence is not distance.
  public var stale: Seconds
  /// The time after which the peer is given up.
  public var lost: Seconds

  /// Creates times in their order: coasting ≤ stale ≤ lost, in seconds.
  public init(coasting: Seconds, stale: Seconds, lost: Seconds) {
    self.coasting = coasting
    self.stale = stale
    self.lost = lost
  }

  package func status(after silence: Double) -> DistanceEstimate.Status {
    silence > stale.value ? .stale : silence > coasting.value ? .coasting : .tracking
  }
}

extension SilenceTimes: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .number(
      "coastAfter", "Time without samples until the estimate is only predicted", in: 0...3600
    ) { $1(&$0.coasting) },
    .number(
      "staleAfter", "Time without samples until the estimate is stale and the zone ends",
      level: .basic,
      in: 0...3600
    ) { $1(&$0.stale) },
    .number("lostAfter", "Time without samples until the peer is lost", in: 0...86400) {
      $1(&$0.lost)
    },
  ]

  package func validateTogether() throws(SettingError) {
    guard stale.value > 0, coasting <= stale else {
      throw SettingError(
        key: "staleAfter", found: "\(stale)",
        expected: "a positive time, not shorter than coasting (\(coasting))")
    }
    guard stale <= lost else {
      throw SettingError(
        key: "lostAfter", found: "\(lost)", expected: "at least staleAfter (\(stale))")
    }
  }
}
