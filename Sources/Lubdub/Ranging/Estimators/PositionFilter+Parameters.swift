extension PositionFilter {
  /// The constants of the filter for positions; docs/positions.md says where they come from.
  public struct Parameters: Sendable, Hashable {
    /// How many times wider errors are than the fixes state. Phones on a bicycle: 1.7 to 2.7.
    package var accuracyScale = 2.5
    /// Deviation of one axis where the fixes state none.
    package var usualDeviation: Meters = 4
    /// How long an error stays: two phones on one body have a correlation of 0.7 after 10 s and of
    /// 0.35 after 60 s.
    package var correlationTime: Seconds = 40
    /// The share of the error's variance that never averages out.
    package var constantShare = 0.3
    /// The part of a fix's error that is new every time, as a share of its deviation.
    package var whiteShare = 0.15
    /// Stationary spread of the velocity between the two.
    package var velocityDeviation: MetersPerSecond = 2
    /// Time constant with which the velocity decays.
    package var velocityTime: Seconds = 8
    /// A range further off than this many standard deviations, and what a change of speed may do, is
    /// rejected.
    package var gate = 3.5
    /// By how much the speed may change while nothing is heard: cars brake by 8 m/s in a second.
    package var speedChange: MetersPerSecond = 10
    /// Rejected ranges that agree with each other for so long take over.
    package var persistence: Seconds = 15
    /// How far apart positions are known to come; zero learns it from them.
    package var interval: Seconds = 0
    /// What silence means, where positions come more often. At their own pace one may be late and one
    /// missing, whatever this says.
    public var silence = SilenceTimes.gnss

    /// The defaults.
    public init() {}
  }
}

extension PositionFilter.Parameters {
  /// Every setting of the filter for positions.
  package static let schema: [Setting<Self>] =
    [
      .number(
        "accuracyScale", "How many times wider errors are than the fixes state", level: .basic,
        in: 0.01...100, get: { $0.accuracyScale }, set: { $0.accuracyScale = $1 }),
      .quantity(
        "usualDeviation", "Deviation of one axis where the fixes state none", in: 0.01...1000,
        get: { $0.usualDeviation }, set: { $0.usualDeviation = $1 }),
      .quantity(
        "correlationTime", "How long an error stays", in: 0.01...3600,
        get: { $0.correlationTime }, set: { $0.correlationTime = $1 }),
      .number(
        "constantShare", "Share of the error's variance that never averages out", in: 0...1,
        get: { $0.constantShare }, set: { $0.constantShare = $1 }),
      .number(
        "whiteShare", "Part of the error that is new every time, as a share", in: 0.001...1,
        get: { $0.whiteShare }, set: { $0.whiteShare = $1 }),
      .quantity(
        "velocityDeviation", "Stationary spread of the velocity", in: 0.01...100,
        get: { $0.velocityDeviation }, set: { $0.velocityDeviation = $1 }),
      .quantity(
        "velocityTime", "Time constant with which the velocity decays", in: 0.1...600,
        get: { $0.velocityTime }, set: { $0.velocityTime = $1 }),
      .number(
        "gate", "Ranges further off than this many standard deviations are rejected", in: 1...20,
        get: { $0.gate }, set: { $0.gate = $1 }),
      .quantity(
        "speedChange", "By how much the speed may change unseen before a range is rejected",
        in: 0...100, get: { $0.speedChange }, set: { $0.speedChange = $1 }),
      .quantity(
        "persistence", "Minimum time that rejected ranges must agree to replace the track",
        in: 0...600,
        get: { $0.persistence }, set: { $0.persistence = $1 }),
      .quantity(
        "every", "How far apart positions are known to come; 0 learns it from them",
        in: 0...900, get: { $0.interval }, set: { $0.interval = $1 }),
    ]
    + SilenceTimes.schema.map {
      $0.lifted(nil, get: { $0.silence }, set: { $0.silence = $1 })
    }

  /// What silence means at the pace that is known.
  package var expectedSilence: SilenceTimes { FixPace(interval).stretched(silence) }

  /// Checks every setting.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    try silence.validate()
  }
}
