package struct RangeMotion<Number: BranchlessNumber>: Sendable {
  package var distance, velocity: Number
  package var distanceVariance, covariance, velocityVariance: Number

  package init(distance: Number, distanceVariance: Number, velocityVariance: Number) {
    (self.distance, velocity) = (distance, Number(repeating: 0))
    (self.distanceVariance, self.velocityVariance) = (distanceVariance, velocityVariance)
    covariance = Number(repeating: 0)
  }

  /// Predicts the state by a step, during which the velocity decays (Ornstein-Uhlenbeck process).
  @inline(__always) mutating func predict(_ step: RangeCoefficients<Number>, scale: Number) {
    distance = (distance + step.reach * velocity).raised(to: Number(repeating: 0))
    let carried = step.reach * velocityVariance
    let growth = covariance + covariance + carried
    distanceVariance = distanceVariance + (step.reach * growth + scale * step.distanceNoise)
    covariance = (covariance + carried) * step.memory + scale * step.crossNoise
    velocity = velocity * step.memory
    let kept = velocityVariance * step.memory * step.memory
    velocityVariance = kept + scale * step.velocityNoise
  }

  @inline(__always) mutating func fold(_ innovation: Number, variance: Number) {
    let precision = Number(repeating: 1) / (distanceVariance + variance)
    let gain = distanceVariance * precision
    let velocityGain = covariance * precision
    distance = (distance + gain * innovation).raised(to: Number(repeating: 0))
    velocity = velocity + velocityGain * innovation
    velocityVariance = velocityVariance - velocityGain * covariance
    covariance = covariance - gain * covariance
    distanceVariance = distanceVariance - gain * distanceVariance
  }
}

extension RangeFilter { package typealias Motion = RangeMotion<Double> }
