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
  /// How far behind the newest sample one of each radio may be stamped and still be put in its place.
  public var reorder = ReorderWindows()
  /// A sample that is stamped farther ahead of the clock than this is refused.
  public var aheadLimit: Seconds = 10

  /// The settings that are used when none are given.
  public init() {}

  /// From when on a beat is late, in a session that hands beats out so long ahead.
  package func lateAfter(lead: Seconds) -> Seconds { lateAfter ?? max(lead / 2, 0.05) }
}

/// How far behind the newest sample one may be stamped, for each radio; zero for not at all.
public struct ReorderWindows: Sendable, Hashable {
  /// For ultra-wideband.
  public var uwb = Seconds.zero
  /// For signal strength.
  public var ble = Seconds.zero
  /// For channel sounding.
  public var cs = Seconds.zero
  /// For positions.
  public var gnss = Seconds.zero
  /// For distances that a phone reports.
  public var reported = Seconds.zero

  /// No windows.
  public init() {}

  /// That of a radio.
  func window(of radio: Radio) -> Seconds {
    switch radio {
    case .uwb: uwb
    case .ble: ble
    case .cs: cs
    case .gnss: gnss
    case .reported: reported
    }
  }

  /// The longest of them.
  var longest: Seconds { max(max(uwb, ble), max(cs, gnss), reported) }
}

extension LiveSettings {
  /// Every setting of live sessions.
  package static let schema: [Setting<Self>] = [
    .choice(
      "lateBeats", "Beats whose time has passed: drop, playFirst (one of them) or playAll",
      get: { $0.lateBeats }, set: { $0.lateBeats = $1 }),
    .optional(
      "lateAfter", "From when on a beat is late; null for half the lead, at least 0.05 s",
      unit: "s", in: 0...600, get: { $0.lateAfter?.value },
      set: { $0.lateAfter = $1.map { Seconds($0) } }),
    .quantity(
      "reorder.uwb", "How far behind the newest sample a UWB range may be stamped", in: 0...2,
      get: { $0.reorder.uwb }, set: { $0.reorder.uwb = $1 }),
    .quantity(
      "reorder.ble", "The same for signal strength", in: 0...2,
      get: { $0.reorder.ble }, set: { $0.reorder.ble = $1 }),
    .quantity(
      "reorder.cs", "The same for channel sounding", in: 0...2,
      get: { $0.reorder.cs }, set: { $0.reorder.cs = $1 }),
    .quantity(
      "reorder.gnss", "The same for positions", in: 0...2,
      get: { $0.reorder.gnss }, set: { $0.reorder.gnss = $1 }),
    .quantity(
      "reorder.reported", "The same for distances that a phone reports", in: 0...2,
      get: { $0.reorder.reported }, set: { $0.reorder.reported = $1 }),
    .quantity(
      "aheadLimit", "A sample that is stamped farther ahead of the clock is refused",
      in: 0.001...86_400, get: { $0.aheadLimit }, set: { $0.aheadLimit = $1 }),
  ]

  /// Checks every setting.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
  }
}
