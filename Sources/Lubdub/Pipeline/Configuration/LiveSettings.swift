/// The handling of beats whose time has passed at delivery, because the host slept or was busy.
public enum LateBeatPolicy: String, Sendable, Hashable, CaseIterable {
  /// Drops all late beats.
  case drop
  /// Delivers the first late beat and drops the others.
  case playFirst
  /// Delivers all late beats.
  case playAll
}

/// The settings of live sessions. A recording uses only `reorder`.
public struct LiveSettings: Sendable, Hashable {
  /// The handling of beats that are later than `lateAfter`.
  public var lateBeats = LateBeatPolicy.drop
  /// The delay from which on a beat is late; `nil` for half the lead, and at least 50 ms.
  public var lateAfter: Seconds?
  /// The maximum delay of a late sample that is still sorted by its time; with zero, late samples are not sorted.
  public var reorder = Seconds.zero
  /// The limit for stamps ahead of the clock: a sample stamped farther ahead is rejected; a sample within the limit advances
  /// the session. `nil` for 0.5 s. Rows of a recording may have this distance in time if they arrive faster than recorded,
  /// and this delay if the program is slow; stamps farther behind show that their clock is wrong.
  public var aheadLimit: Seconds?

  /// Creates the default settings.
  public init() {}
}

extension LiveSettings: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .choice(
      "lateBeats", "Treatment of late beats: drop, playFirst (one of them), or playAll"
    ) { $1(&$0.lateBeats) },
    .optional(
      "lateAfter", "Delay of a late beat; null for half the lead, but at least 0.05 s",
      in: 0...600
    ) { $1(&$0.lateAfter) },
    .number(
      "reorder", "Largest delay at which a sample is still sorted into place",
      in: 0...2
    ) { $1(&$0.reorder) },
    .optional(
      "aheadLimit",
      "Largest accepted lead of a timestamp over the clock; null for 0.5 s",
      in: 0.001...86_400
    ) { $1(&$0.aheadLimit) },
  ]
}
