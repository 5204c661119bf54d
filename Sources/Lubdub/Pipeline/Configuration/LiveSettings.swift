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
  /// The handling of late beats, whose delay exceeds `lateAfter`.
  public var lateBeats = LateBeatPolicy.drop
  /// The delay after which a beat counts as late; `nil` for half the lead, but at least 50 ms.
  public var lateAfter: Seconds?
  /// The maximum delay of a late sample that is still sorted by its time; with zero, late samples are not sorted.
  public var reorder = Seconds.zero
  /// The largest accepted lead of a stamp over the clock; `nil` for 0.5 s. A sample within the limit advances the session,
  /// and a sample beyond it is rejected. If a recording arrives faster than recorded, consecutive rows may be this far
  /// apart. If the program is slow, a sample may be late by this time, or by 3 s if that is longer. A stamp farther behind
  /// shows that its clock is wrong.
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
      "lateAfter", "Delay from which a beat is late; null for half the lead, at least 0.05 s",
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
