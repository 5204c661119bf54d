internal import Link
internal import Quantities
internal import Ranging

/// The estimator in force. The default is held by value, so that the hot path has no existential; each
/// is updated in place, so that nothing is copied for a reading.
struct ActiveEstimator: Sendable {
  private var fusion: FusionFilter
  private var other: AnyEstimator?

  init(_ configuration: Configuration) {
    fusion = FusionFilter(parameters: configuration.ranging)
    switch configuration.estimator {
    case .fusion: break
    case .constantVelocity:
      other = AnyEstimator(configuration.constantVelocityFilter(isGated: false))
    case .gatedConstantVelocity:
      other = AnyEstimator(configuration.constantVelocityFilter(isGated: true))
    default: other = configuration.estimator.make(configuration.ranging)
    }
  }

  mutating func update(_ observation: Observation) -> Bool {
    if other == nil { return fusion.update(observation) }
    return other?.update(observation) ?? false
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    if other == nil { return fusion.estimate(at: time) }
    return other?.estimate(at: time)
  }
}
