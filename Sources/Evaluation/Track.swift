public import Link
internal import Lubdub
public import Quantities
public import Ranging
public import TraceReading

/// What an estimator answered along a recording, beside the truth.
public struct Track: Sendable, Hashable {
  /// One answer.
  public struct Point: Sendable, Hashable {
    /// When it was asked.
    public var time: Seconds
    /// The true distance then.
    public var truth: Meters
    /// The answer; `nil` when there was none, or none that the estimator stands by.
    public var estimate: DistanceEstimate?
    /// Whether the sample was a new measurement and not a held value.
    public var isIndependent: Bool

    /// A point from its parts.
    public init(
      time: Seconds, truth: Meters, estimate: DistanceEstimate?, isIndependent: Bool = true
    ) {
      self.time = time
      self.truth = truth
      self.estimate = estimate
      self.isIndependent = isIndependent
    }

    /// Estimate minus truth, in metres.
    var error: Double? { estimate.map { ($0.distance - truth).value } }
  }

  /// The answers, in the order of time.
  public var points: [Point]

  /// A track from its points.
  public init(points: [Point]) {
    self.points = points
  }

  /// Feeds the rows to an estimator one by one and asks it right after every sample that has truth.
  /// It is causal: an answer rests on the rows up to its own.
  ///
  /// An answer whose status is `confirming` is taken as none: the estimator does not stand by it.
  /// Rows whose truth is exactly 0 are not scored: recordings say so for contact, where antennas are
  /// no points, and a ratio to 0 does not exist.
  ///
  /// - Parameters:
  ///   - estimator: A fresh estimator.
  ///   - records: The rows in the order of time.
  ///   - start: Rows before this time are fed but not scored.
  public init(
    of estimator: some Estimator, over records: [TraceRecord], from start: Seconds? = nil
  ) {
    var estimator = estimator
    var repeats = RepeatDetector()
    points = []
    points.reserveCapacity(records.count)
    for record in records {
      let observation = record.observation
      estimator.update(observation)
      let isIndependent = repeats.isIndependent(observation)
      guard let truth = record.truth, truth > 0, observation.isSample(of: observation.radio),
        start.map({ observation.time >= $0 }) ?? true
      else { continue }
      var estimate = estimator.estimate(at: observation.time)
      if estimate?.status == .confirming { estimate = nil }
      points.append(
        Point(
          time: observation.time, truth: truth, estimate: estimate, isIndependent: isIndependent))
    }
  }
}
