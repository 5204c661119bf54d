/// The estimator in force. The default is stored by value, and each estimator is updated in place, so that a reading copies
/// nothing.
package struct ActiveEstimator: Estimator {
  private var fusion: FusionFilter
  private var other: AnyEstimator?

  package init(_ configuration: Configuration) {
    self.init(configuration.estimator, configuration.ranging)
  }

  package init(_ kind: EstimatorKind, _ parameters: FusionFilter.Parameters) {
    fusion = FusionFilter(parameters: parameters)
    other = kind == .fusion ? nil : kind.make(parameters)
  }

  package mutating func update(_ sample: Sample) -> Bool {
    if other == nil { return fusion.update(sample) }
    return other?.update(sample) ?? false
  }

  /// Returns the range of a sample for zones; `nil` if an app's own estimator is in force, because its zones use only its
  /// estimates.
  @inline(__always) package func heard(_ sample: Sample) -> HeardRange? {
    other == nil ? fusion.heard(sample) : nil
  }

  /// The values learned by the default estimator; `nil` for any other estimator.
  package var learned: LearnedLink? { other == nil ? fusion.learned : nil }

  /// The probability of contact from ranges, 0 to 1; `nil` for estimators without one.
  package var contactProbability: Double? { other == nil ? fusion.contactProbability : nil }

  package func estimate(at time: Seconds) -> DistanceEstimate? {
    if let other { return other.estimate(at: time) }
    return fusion.estimate(at: time)
  }

  package mutating func estimateInPlace(at time: Seconds) -> DistanceEstimate? {
    if other == nil { return fusion.estimateInPlace(at: time) }
    return other?.estimate(at: time)
  }

  /// Applies new settings. The default estimator keeps its state; every other estimator restarts.
  mutating func apply(_ configuration: Configuration) {
    guard other == nil, configuration.estimator == .fusion else {
      self = ActiveEstimator(configuration)
      return
    }
    fusion.reconfigure(configuration.ranging)
  }
}
