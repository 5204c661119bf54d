/// Settings of the plain filter with hysteresis zones: the constant-velocity Kalman filter of
/// `ConstantVelocityFilter` without a gate, and a `HysteresisRule` at every edge.
public struct ConstantVelocityCandidate: Sendable, Hashable {
  /// Spectral density of the acceleration, in m²/s³.
  public var processNoise: Double
  /// Standard deviation of a reading.
  public var measurementDeviation: Meters
  /// Half the width of the band around an edge, in per cent of the edge.
  public var margin: Double
  /// How long every reading must agree.
  public var dwell: Seconds

  /// A candidate from its parts.
  public init(
    processNoise: Double = 1, measurementDeviation: Meters = 0.1, margin: Double = 10,
    dwell: Seconds = 0.5
  ) {
    self.processNoise = processNoise
    self.measurementDeviation = measurementDeviation
    self.margin = margin
    self.dwell = dwell
  }
}

/// What a plain candidate achieved on one trace.
public struct LaneScore: Sendable, Hashable {
  /// Sum of (estimate - truth)², in m².
  public var squaredError = 0.0
  /// Sum of log2(estimate / truth)²; zero unless it was asked for.
  var squaredLogRatio = 0.0
  /// Time with the wrong zone, in s, from the first reading to the last.
  public var wrongTime = 0.0
  /// Edges crossed by the zone after the first one was found.
  public var crossings = 0.0
  /// The distance at the end, in m.
  public var distance = 0.0
  /// Every change of the zone, in the order of time.
  public var changes: [LaneChange] = []
}

/// The zone of a plain candidate from a time on.
public struct LaneChange: Sendable, Hashable {
  /// From when, in s.
  public var time: Double
  /// The zone, counted from the nearest; `nil` for none.
  public var zone: Int?
}
