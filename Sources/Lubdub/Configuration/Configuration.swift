public import Haptics
public import Proximity
internal import Quantities
public import Ranging

/// Everything that the pipeline can be told, as one value.
public struct Configuration: Sendable, Hashable {
  /// Which estimator turns observations into a distance.
  public var estimator: EstimatorKind = .fusion
  /// What the estimator goes by.
  public var ranging = FusionFilter.Parameters()
  /// What the plain constant-velocity filter goes by, where it is the estimator.
  public var constantVelocity = ConstantVelocitySettings()
  /// Where the zones lie and when they change.
  public var zones: ZoneDetector.Parameters
  /// How the heart beats.
  public var heartbeat: HeartbeatSettings
  /// How the ceremony goes.
  public var ceremony = Ceremony.Parameters()

  /// A configuration for zones and a heartbeat, with everything else at its default.
  public init(zones: Zones, heartbeat: HeartbeatScheduler.Parameters) {
    self.zones = ZoneDetector.Parameters(zones)
    self.heartbeat = HeartbeatSettings(heartbeat)
  }

  /// Checks what no single key can: that the parts fit each other.
  ///
  /// - Throws: `SettingError` with the key and the rule that is broken.
  public func validate() throws(SettingError) {
    _ = try zoneParameters()
    _ = try heartbeatParameters()
    _ = try ceremonyParameters()
  }

  /// What the zone detector is told.
  ///
  /// - Throws: `SettingError` for edges out of order, lists of the wrong length, or times that
  ///   contradict each other.
  public func zoneParameters() throws(SettingError) -> ZoneDetector.Parameters {
    var parameters = zones
    parameters.uwb.silence.coasting = ranging.range.coastAfter
    parameters.uwb.silence.stale = ranging.range.staleAfter
    parameters.rssi.silence.coasting = ranging.signal.coastAfter
    parameters.rssi.silence.stale = ranging.signal.staleAfter
    do {
      try parameters.validate()
    } catch {
      throw SettingError(error, at: Self.zoneKey(error.path))
    }
    return parameters
  }

  /// What the scheduler is told.
  ///
  /// - Throws: `SettingError` for lists of the wrong length, or tempi that cannot be played.
  public func heartbeatParameters() throws(SettingError) -> HeartbeatScheduler.Parameters {
    let parameters = try heartbeat.parameters()
    guard heartbeat.intervals.count <= zones.names.count || heartbeat.policy == .continuous else {
      throw SettingError(
        key: "heartbeat.intervals",
        rule: "has \(heartbeat.intervals.count) values, expected at most one for each of the "
          + "\(zones.names.count) zones")
    }
    do {
      try parameters.validate()
    } catch {
      throw SettingError(error, at: Self.heartbeatKey(error.path))
    }
    return parameters
  }

  /// What the ceremony is told.
  ///
  /// - Throws: `SettingError` for a zone that does not exist.
  public func ceremonyParameters() throws(SettingError) -> Ceremony.Parameters {
    guard ceremony.readyZone < zones.names.count else {
      throw SettingError(
        key: "ceremony.readyZone",
        rule: "is \(ceremony.readyZone), expected the number of a zone below \(zones.names.count)")
    }
    return ceremony
  }

  /// The key that a path within `ZoneDetector.Parameters` stands for.
  private static func zoneKey(_ path: String) -> String {
    let parts = path.prefix { $0 != "[" }.split(separator: ".")
    let radio = parts.first ?? ""
    return switch parts.last {
    case "coasting": "\(radio).coastAfter"
    case "stale": "\(radio).staleAfter"
    case "lost": "zones.\(radio).lostAfter"
    default: "zones.\(parts.joined(separator: "."))"
    }
  }

  /// The key that a path within `HeartbeatScheduler.Parameters` stands for.
  private static func heartbeatKey(_ path: String) -> String {
    if path.hasPrefix("pattern") { return "heartbeat.pattern" }
    if path.hasSuffix("interval") { return "heartbeat.intervals" }
    if path.hasSuffix("intensity") { return "heartbeat.intensities" }
    if path.hasSuffix("distance") || path.hasSuffix("knots") { return "heartbeat.knots" }
    if path.hasPrefix("contact") { return "heartbeat.contactEdge" }
    return "heartbeat.\(path)"
  }
}

extension SettingError {
  init(_ error: ParameterError, at key: String) {
    self.init(key: key, rule: "is \(error.found), expected \(error.expected)")
  }
}
