/// The estimator in force. The default is held by value, and each is updated in place, so that nothing
/// is copied for a reading.
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

  /// A sample as zones hear it; `nil` for other estimators, whose estimates are what is heard.
  @inline(__always) package func heard(_ sample: Sample) -> HeardRange? {
    other == nil ? fusion.heard(sample) : nil
  }

  /// What the default estimator has learned; any other learns nothing.
  package var learned: LearnedLink? { other == nil ? fusion.learned : nil }

  /// The probability of contact by ranges, 0 to 1; `nil` for estimators without one.
  package var contactProbability: Double? { other == nil ? fusion.contactProbability : nil }

  package func estimate(at time: Seconds) -> DistanceEstimate? {
    if let other { return other.estimate(at: time) }
    return fusion.estimate(at: time)
  }

  package mutating func estimateInPlace(at time: Seconds) -> DistanceEstimate? {
    if other == nil { return fusion.estimateInPlace(at: time) }
    return other?.estimate(at: time)
  }

  /// Takes new settings over. The default estimator keeps what it knows; every other one starts anew.
  mutating func apply(_ configuration: Configuration) {
    guard other == nil, configuration.estimator == .fusion else {
      self = ActiveEstimator(configuration)
      return
    }
    fusion.reconfigure(configuration.ranging)
  }
}
