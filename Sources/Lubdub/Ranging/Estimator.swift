/// A causal estimator of distance: it processes samples in the order of time, and returns an estimate for any time that is not
/// earlier than the last sample.
///
/// Laws for every conforming type:
/// - A sample that is not finite or goes back in time changes nothing.
/// - `estimate(at:)` does not change the state: calling it twice gives the same result, and a call does not affect later
///   estimates.
/// - A value is its whole state: a copy continues exactly like the original.
/// - Shifting all times by a constant only shifts the times of the estimates.
public protocol Estimator: Sendable {
  /// Updates the state with a sample.
  ///
  /// - Returns: Whether the sample was used; `false` for a sample that was rejected as an outlier, that this estimator does not
  ///   use, or that is invalid.
  @discardableResult mutating func update(_ sample: Sample) -> Bool

  /// Returns the posterior at a time, predicted from the last sample; `nil` before the first sample.
  func estimate(at time: Seconds) -> DistanceEstimate?
}

/// Any estimator as one type: a value, which is copied when it is changed while shared. It replaces `any Estimator`, which
/// Embedded Swift does not have.
package struct AnyEstimator: Estimator {
  private var state: State

  package init(_ estimator: some Estimator) { state = Self.state(of: estimator) }

  @discardableResult package mutating func update(_ sample: Sample) -> Bool {
    if !isKnownUniquelyReferenced(&state) { state = state.copy() }
    return state.update(sample)
  }

  package func estimate(at time: Seconds) -> DistanceEstimate? { state.estimate(time) }

  /// The three functions of an estimator of some type. Unchecked, because the functions share a variable: only one
  /// `AnyEstimator` changes it, and only while no other `AnyEstimator` refers to it.
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

  /// Returns the functions of an estimator. They are created here, because a class of Embedded Swift has no generic method.
  private static func state(of estimator: some Estimator) -> State {
    var estimator = estimator
    return State(
      update: { estimator.update($0) }, estimate: { estimator.estimate(at: $0) },
      copy: { state(of: estimator) })
  }
}
