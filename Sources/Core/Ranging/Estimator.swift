public import Observations
public import Quantities

/// A causal estimator of distance: observations go in, in the order of time, and an estimate can be
/// asked for at any time that is not earlier than the last observation.
///
/// Laws that every conformer keeps:
/// - An observation that is not finite or goes back in time changes nothing.
/// - `estimate(at:)` does not change the state: asking twice gives the same answer, and asking or not
///   asking makes no difference to later estimates.
/// - A value is its whole state: a copy continues exactly as the original does.
/// - Shifting all times by a constant shifts the times of the estimates and changes nothing else.
public protocol Estimator: Sendable {
  /// Folds one observation into the state.
  ///
  /// - Returns: Whether the observation was used; `false` for one that was rejected as an outlier,
  ///   is of no use to this estimator, or is not usable at all.
  @discardableResult
  mutating func update(_ observation: Observation) -> Bool

  /// The posterior at a time, predicted from the last observation; `nil` before there is any.
  func estimate(at time: Seconds) -> DistanceEstimate?
}
