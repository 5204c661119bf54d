public import Haptics
public import Proximity
public import Ranging

/// All settings of the pipeline, as one value.
public struct Configuration: Sendable, Hashable {
  /// Which estimator turns observations into a distance.
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
