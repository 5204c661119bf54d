internal import Lubdub

/// An estimator that does not hear some radios. It can still be asked whenever one of them speaks, so that
/// estimators over different radios are compared at the same times.
struct MaskedEstimator: Estimator {
  private var estimator: AnyEstimator
  private let radios: Set<Radio>

  /// - Parameters:
  ///   - estimator: What is asked.
  ///   - radios: What it does not hear.
  init(_ estimator: AnyEstimator, to radios: Set<Radio>) {
    self.estimator = estimator
    self.radios = radios
  }

  mutating func update(_ sample: Sample) -> Bool {
    radios.contains(sample.radio) ? false : estimator.update(sample)
  }

  func estimate(at time: Seconds) -> DistanceEstimate? { estimator.estimate(at: time) }
}
