/// A causal estimator of distance: samples go in, in the order of time, and an estimate can be
/// asked for at any time that is not earlier than the last sample.
///
/// Laws that every conformer keeps:
/// - A sample that is not finite or goes back in time changes nothing.
/// - `estimate(at:)` does not change the state: asking twice gives the same answer, and asking or not
///   asking makes no difference to later estimates.
/// - A value is its whole state: a copy continues exactly as the original does.
/// - Shifting all times by a constant shifts the times of the estimates and changes nothing else.
public protocol Estimator: Sendable {
  /// Folds one sample into the state.
  ///
  /// - Returns: Whether the sample was used; `false` for one that was rejected as an outlier,
  ///   is of no use to this estimator, or is not usable at all.
  @discardableResult mutating func update(_ sample: Sample) -> Bool

  /// The posterior at a time, predicted from the last sample; `nil` before there is any.
  func estimate(at time: Seconds) -> DistanceEstimate?
}

/// Any estimator as one type: a value, which is copied when it is changed and somebody else holds it.
/// It stands in for `any Estimator`, which embedded Swift does not have.
package struct AnyEstimator: Estimator {
  private var state: State

  package init(_ estimator: some Estimator) { state = Self.state(of: estimator) }

  @discardableResult package mutating func update(_ sample: Sample) -> Bool {
    if !isKnownUniquelyReferenced(&state) { state = state.copy() }
    return state.update(sample)
  }

  package func estimate(at time: Seconds) -> DistanceEstimate? { state.estimate(time) }

  /// An estimator of some type behind the three functions that it is called by. Unchecked, because the functions share
  /// a variable: only one `AnyEstimator` changes it, and only while no other holds it.
  private final class State: @unchecked Sendable {
    let update: (Sample) -> Bool
    let estimate: (Seconds) -> DistanceEstimate?
    let copy: () -> State

    init(
      update: @escaping (Sample) -> Bool, estimate: @escaping (Seconds) -> DistanceEstimate?,
      copy: @escaping () -> State
    ) {
      (self.update, self.estimate, self.copy) = (update, estimate, copy)
    }
  }

  /// The functions of an estimator. They are made here, for a class of Embedded Swift has no generic method.
  private static func state(of estimator: some Estimator) -> State {
    var estimator = estimator
    return State(
      update: { estimator.update($0) }, estimate: { estimator.estimate(at: $0) },
      copy: { state(of: estimator) })
  }
}
