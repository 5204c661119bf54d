/// All settings of the pipeline, as one value.
public struct Configuration: Sendable, Hashable {
  /// Which estimator turns samples into a distance.
  public var estimator: EstimatorKind = .fusion
  /// The settings of the estimator.
  public var ranging = FusionFilter.Parameters()
  /// The settings of the plain constant-velocity filter, where it is the estimator.
  public var constantVelocity = ConstantVelocitySettings()
  /// Where the zones lie and when they change.
  public var zones: ZoneDetector.Parameters
  /// How the heart beats.
  public var heartbeat: HeartbeatScheduler.Parameters
  /// How the ceremony goes.
  public var ceremony = Ceremony.Parameters()
  /// How a session runs live.
  public var live = LiveSettings()

  /// A configuration for zones and a heartbeat, with everything else at its default.
  public init(zones: Zones, heartbeat: HeartbeatScheduler.Parameters) {
    self.zones = ZoneDetector.Parameters(zones)
    self.heartbeat = heartbeat
  }
}

extension Configuration {
  /// Every setting that there is, in the order in which they are printed.
  package static let settings: [Setting<Configuration>] =
    [
      Setting(
        "estimator", "What turns samples into a distance",
        .choice(EstimatorKind.own.map { $0.name }), get: { .text($0.estimator.name) },
        assign: { configuration, value in
          guard let kind = EstimatorKind.own.first(where: { $0.name == value.text }) else { return }
          configuration.estimator = kind
        })
    ]
    + ZoneDetector.Parameters.schema.map {
      $0.lifted("zones", get: { $0.zones }, set: { $0.zones = $1 })
    }
    + HeartbeatScheduler.Parameters.schema.map {
      $0.lifted("heartbeat", get: { $0.heartbeat }, set: { $0.heartbeat = $1 })
    }
    + Ceremony.Parameters.schema.map {
      $0.lifted("ceremony", get: { $0.ceremony }, set: { $0.ceremony = $1 })
    }
    + LiveSettings.schema.map {
      $0.lifted("live", get: { $0.live }, set: { $0.live = $1 })
    }
    + RangeFilter.Parameters.schema.map {
      $0.lifted("uwb", get: { $0.ranging.range }, set: { $0.ranging.range = $1 })
    }
    + RangeFilter.Parameters.schema.map {
      $0.lifted(
        "cs", level: .expert, get: { $0.ranging.sounding }, set: { $0.ranging.sounding = $1 })
    }
    + RangeFilter.Parameters.schema.map {
      $0.lifted(
        "reported", level: .expert, get: { $0.ranging.reported },
        set: { $0.ranging.reported = $1 })
    }
    + SignalStrengthFilter.Parameters.schema.map {
      $0.lifted("rssi", get: { $0.ranging.signal }, set: { $0.ranging.signal = $1 })
    }
    + PositionFilter.Parameters.schema.map {
      $0.lifted("gnss", get: { $0.ranging.position }, set: { $0.ranging.position = $1 })
    }
    + FusionFilter.HandOver.schema.map {
      $0.lifted("handOver", get: { $0.ranging.handOver }, set: { $0.ranging.handOver = $1 })
    }
    + ConstantVelocitySettings.schema.map {
      $0.lifted(
        "constantVelocity", get: { $0.constantVelocity }, set: { $0.constantVelocity = $1 })
    }

  private static let settingsByKey = Dictionary(
    uniqueKeysWithValues: settings.map { ($0.key, $0) })

  /// The setting of that key; `nil` when there is none.
  package static func setting(_ key: String) -> Setting<Configuration>? {
    settingsByKey[key]
  }

  /// Checks every setting, and what no single one can: that the parts fit each other.
  ///
  /// - Throws: `SettingError` with the key and the rule that is broken.
  public func validate() throws(SettingError) {
    try check("zones", zones.validate)
    try check("heartbeat", heartbeat.validate)
    try check("ceremony", ceremony.validate)
    try check("live", live.validate)
    try check("uwb", ranging.range.validate)
    try check("cs", ranging.sounding.validate)
    try check("reported", ranging.reported.validate)
    try check("rssi", ranging.signal.validate)
    try check("gnss", ranging.position.validate)
    try check("handOver", ranging.handOver.validate)
    try check("constantVelocity", constantVelocity.validate)
    guard heartbeat.intervals.count <= zones.names.count || heartbeat.policy == .continuous else {
      throw SettingError(
        key: "heartbeat.intervals",
        rule: "has \(heartbeat.intervals.count) values, expected at most one for each of the "
          + "\(zones.names.count) zones")
    }
    guard ceremony.readyZone < zones.names.count else {
      throw SettingError(
        key: "ceremony.readyZone", found: "\(ceremony.readyZone)",
        expected: "the number of a zone below \(zones.names.count)")
    }
  }

  private func check(
    _ prefix: String, _ validate: () throws(SettingError) -> Void
  ) throws(SettingError) {
    do {
      try validate()
    } catch {
      throw error.inside(prefix)
    }
  }
}
