internal import Quantities
internal import Ranging

/// The estimator in force. The default is held by value, so that the hot path has no existential.
enum ActiveEstimator: Sendable {
  case fusion(FusionFilter)
  case other(any Estimator)

  init(_ configuration: Configuration) {
    switch configuration.estimator {
    case .fusion: self = .fusion(FusionFilter(parameters: configuration.ranging))
    default: self = .other(configuration.estimator.make(configuration.ranging))
    }
  }

  mutating func update(_ observation: Observation) -> Bool {
    switch self {
    case .fusion(var filter):
      let isUsed = filter.update(observation)
      self = .fusion(filter)
      return isUsed
    case .other(var estimator):
      let isUsed = estimator.update(observation)
      self = .other(estimator)
      return isUsed
    }
  }

  func estimate(at time: Seconds) -> RangeEstimate? {
    switch self {
    case .fusion(let filter): filter.estimate(at: time)
    case .other(let estimator): estimator.estimate(at: time)
    }
  }
}
