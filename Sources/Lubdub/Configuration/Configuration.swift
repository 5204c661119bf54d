public import Ceremony
public import Haptics
public import Proximity
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
  public var heartbeat: HeartbeatScheduler.Parameters
  /// How the ceremony goes.
  public var ceremony = Ceremony.Parameters()

  /// A configuration for zones and a heartbeat, with everything else at its default.
  public init(zones: Zones, heartbeat: HeartbeatScheduler.Parameters) {
    self.zones = ZoneDetector.Parameters(zones)
    self.heartbeat = heartbeat
  }
}
