public import Observations
public import Quantities

/// Any estimator as one type: a value, which is copied when it is changed and somebody else holds it.
///
/// It stands in for `any Estimator`, which embedded Swift does not have.
public struct AnyEstimator: Estimator {
  private var box: EstimatorBox

  /// Holds an estimator.
  public init(_ estimator: some Estimator) {
    box = HeldEstimator(estimator)
  }

  /// Folds one observation into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ observation: Observation) -> Bool {
    if !isKnownUniquelyReferenced(&box) { box = box.copy() }
    return box.update(observation)
  }

  /// The posterior at a time, predicted from the last observation; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    box.estimate(at: time)
  }
}

/// What an estimator of an unknown type is called through. Only `HeldEstimator` is ever made.
///
/// Unchecked, because it is a class with state: only `AnyEstimator` holds it, and that changes it only
/// while nobody else does.
private class EstimatorBox: @unchecked Sendable {
  func copy() -> EstimatorBox { fatalError("abstract") }
  func update(_ observation: Observation) -> Bool { fatalError("abstract") }
  func estimate(at time: Seconds) -> DistanceEstimate? { fatalError("abstract") }
}

private final class HeldEstimator<Held: Estimator>: EstimatorBox, @unchecked Sendable {
  private var held: Held

  init(_ held: Held) { self.held = held }

  override func copy() -> EstimatorBox { HeldEstimator(held) }
  override func update(_ observation: Observation) -> Bool { held.update(observation) }
  override func estimate(at time: Seconds) -> DistanceEstimate? { held.estimate(at: time) }
}
