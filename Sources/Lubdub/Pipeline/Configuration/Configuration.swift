/// All settings of the pipeline, as one value.
public struct Configuration: Sendable, Hashable {
  /// The estimator that turns samples into a distance.
  public var estimator: EstimatorKind = .fusion
  /// The settings of the estimators.
  public var ranging = FusionFilter.Parameters()
  /// The edges of the zones and the rules for their changes.
  public var zones: ZoneDetector.Parameters
  /// The settings of the heartbeat.
  public var heartbeat: HeartbeatScheduler.Parameters
  /// The settings of the ceremony.
  public var ceremony = Ceremony.Parameters()
  /// The settings of live sessions.
  public var live = LiveSettings()
  /// The cues of events that the pipeline itself doesn't use, such as `entered`. Not a setting: the code that defines such
  /// events supplies their cues.
  public var cues: [LinkEvent: Cue] = [:]

  /// Creates a configuration for zones and a heartbeat, with defaults for everything else.
  public init(zones: Zones, heartbeat: HeartbeatScheduler.Parameters) {
    self.zones = ZoneDetector.Parameters(zones)
    self.heartbeat = heartbeat
  }

  /// The parameters of zones, as the estimator requires them.
  package var zoneParameters: ZoneDetector.Parameters {
    var parameters = zones
    if estimator.holdsZone { parameters.silence = .hold }
    return parameters
  }

  private struct Part: Sendable {
    let settings: [Setting<Configuration>]
    let validate: @Sendable (Configuration) throws(SettingError) -> Void

    init<Group: SettingGroup>(
      _ key: String, _ schema: [Setting<Group>] = Group.schema, level: SettingLevel? = nil,
      _ place: @escaping Setting<Configuration>.Place<Group>
    ) {
      settings = schema.map { $0.lifted(key, level: level, place) }
      validate = { (configuration) throws(SettingError) in
        var (configuration, group) = (configuration, Group?.none)
        place(&configuration) { group = $0 }
        do throws(SettingError) {
          try group?.validate()
        } catch {
          throw error.inside(key)
        }
      }
    }
  }

  private static let parts: [Part] =
    [
      Part("zones") { $1(&$0.zones) },
      Part("heartbeat") { $1(&$0.heartbeat) },
      Part("ceremony") { $1(&$0.ceremony) },
      Part("live") { $1(&$0.live) },
      Part("uwb") { $1(&$0.ranging.range) },
    ]
    + Radio.allCases.filter { $0.standsIn }.map { radio in
      Part(radio.rawValue, RangeFilter.Parameters.standInSchema, level: .expert) {
        $1(&$0.ranging.standIns[radio])
      }
    } + [
      Part("rssi") { $1(&$0.ranging.signal) },
      Part("gnss") { $1(&$0.ranging.wide) },
      Part("handOver") { $1(&$0.ranging.handOver) },
      Part("constantVelocity") { $1(&$0.ranging.constantVelocity) },
    ]

  package static let settings: [Setting<Configuration>] =
    [
      Setting(
        "estimator", "Method that turns samples into a distance",
        .choice(EstimatorKind.own.map { $0.name }),
        visit: { configuration, value in
          if let kind = EstimatorKind.own.first(where: { $0.name == value?.text }) {
            configuration.estimator = kind
          }
          return .success(.text(configuration.estimator.name))
        })
    ] + parts.flatMap { $0.settings }

  private static let settingsByKey = Dictionary(uniqueKeysWithValues: settings.map { ($0.key, $0) })

  package static func setting(_ key: String) -> Setting<Configuration>? { settingsByKey[key] }

  /// Checks every setting, and that the parts fit together.
  ///
  /// - Throws: `SettingError` with the key and the broken rule.
  public func validate() throws(SettingError) {
    for part in Self.parts { try part.validate(self) }
    guard heartbeat.intervals.count == zones.edges.count || heartbeat.policy == .continuous else {
      throw SettingError(
        key: "heartbeat.intervals",
        rule:
          "has \(heartbeat.intervals.count) values, expected \(zones.edges.count), one for each "
          + "zone but the last, which is silent; set heartbeat.intensities, too")
    }
    guard ceremony.readyZone < zones.names.count else {
      throw SettingError(
        key: "ceremony.readyZone", found: "\(ceremony.readyZone)",
        expected: "the number of a zone below \(zones.names.count)")
    }
  }
}
