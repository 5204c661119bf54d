/// What is done with beats whose time has passed when they are handed out: the host slept, or was busy.
public enum LateBeatPolicy: String, Sendable, Hashable, CaseIterable {
  /// They are dropped.
  case drop
  /// The first of them is handed out, the others are dropped.
  case playFirst
  /// All are handed out.
  case playAll
}

/// The settings of sessions that run live. A recording needs only `reorder`.
public struct LiveSettings: Sendable, Hashable {
  /// What is done with beats that are later than `lateAfter`.
  public var lateBeats = LateBeatPolicy.drop
  /// From when on a beat is late; `nil` for half the lead, and at least 50 ms.
  public var lateAfter: Seconds?
  /// How far behind the newest sample one may be stamped and still be put in its place; zero for not at all.
  public var reorder = Seconds.zero
  /// A sample that is stamped farther ahead of the clock than this is refused; one that is less ahead moves the session on.
  /// `nil` for 0.5 s. Rows of a recording may be so far apart where they come faster than they were made, and so late where
  /// the program is slow; stamps that lie farther behind are of a clock that is off.
  public var aheadLimit: Seconds?

  /// The settings that are used when none are given.
  public init() {}
}

extension LiveSettings: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .choice(
      "lateBeats", "Beats whose time has passed: drop, playFirst (one of them) or playAll"
    ) { $1(&$0.lateBeats) },
    .optional(
      "lateAfter", "From when on a beat is late; null for half the lead, at least 0.05 s",
      in: 0...600
    ) { $1(&$0.lateAfter) },
    .number(
      "reorder", "How far behind the newest sample one may be stamped and still be put in place",
      in: 0...2
    ) { $1(&$0.reorder) },
    .optional(
      "aheadLimit",
      "A sample that is stamped farther ahead of the clock is refused; null for 0.5 s",
      in: 0.001...86_400
    ) { $1(&$0.aheadLimit) },
  ]
}
