public import Quantities

/// Settings of the plain filter with hysteresis zones: the constant-velocity Kalman filter of
/// `ConstantVelocityFilter` without a gate, and a `HysteresisRule` at every edge.
public struct PlainCandidate: Sendable, Hashable {
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
public struct PlainScore: Sendable, Hashable {
  /// Sum of (estimate - truth)², in m².
  public var squaredError: Double
  /// Time with the wrong zone, in s.
  public var wrongTime: Double
  /// Edges crossed by the zone after the first one was found.
  public var crossings: Double
  /// The distance at the end, in m.
  public var distance: Double
}

/// One recording as plain arrays: ranges with truth, in the order of time.
public struct PlainTrace: Sendable {
  /// When, in s.
  public let times: [Double]
  /// Ranges with the bias taken off, in m.
  public let ranges: [Double]
  /// True distances, in m.
  public let truths: [Double]
  /// The true zone, counted from the nearest.
  let zones: [Double]
  /// Edges of the zones, in m.
  public let edges: [Double]

  /// A trace from its columns, cut to the shortest of them.
  ///
  /// Rows that are not finite or whose time goes back are left out.
  public init(times: [Double], ranges: [Double], truths: [Double], edges: [Double]) {
    var kept: (times: [Double], ranges: [Double], truths: [Double]) = ([], [], [])
    for (time, (range, truth)) in zip(times, zip(ranges, truths)) {
      guard time.isFinite, range.isFinite, truth.isFinite, time >= kept.times.last ?? time else {
        continue
      }
      kept.times.append(time)
      kept.ranges.append(range)
      kept.truths.append(truth)
    }
    (self.times, self.ranges, self.truths) = kept
    self.edges = edges
    zones = kept.truths.map { truth in Double(edges.count { $0 <= truth }) }
  }
}
