/// A plain `ConstantVelocityFilter` without a gate, and a `HysteresisRule` at every edge.
package struct ConstantVelocityCandidate: Sendable, Hashable {
  /// Spectral density of the acceleration, in m²/s³.
  package var processNoise: Double
  package var measurementDeviation: Meters
  /// Half the width of the band around an edge, in per cent of the edge.
  package var margin: Double
  package var dwell: Seconds

  package init(
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
package struct LaneScore: Sendable, Hashable {
  /// Sum of (estimate - truth)², in m².
  package var squaredError = 0.0
  /// Sum of log2(estimate / truth)²; zero unless it was asked for.
  var squaredLogRatio = 0.0
  package var changes: [LaneChange] = []
}

/// The zone of a plain candidate from a time on.
package struct LaneChange: Sendable, Hashable {
  /// From when, in s.
  package var time: Double
  /// The zone, counted from the nearest; `nil` for none.
  package var zone: Int?
}
