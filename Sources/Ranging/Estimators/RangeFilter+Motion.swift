extension RangeFilter {
  /// Mean and covariance of distance and velocity.
  package struct Motion: Sendable {
    package var distance = 0.0
    package var velocity = 0.0
    package var distanceVariance = 0.0
    package var covariance = 0.0
    package var velocityVariance = 0.0

    /// Moves on by a step. The velocity decays meanwhile (Ornstein-Uhlenbeck process).
    ///
    /// - Parameters:
    ///   - step: The step's coefficients.
    ///   - scale: Factor on the process noise.
    @inline(__always)
    mutating func predict(_ step: Coefficients, scale: Double) {
      distance = max(0, distance + step.reach * velocity)
      let carried = step.reach * velocityVariance
      let growth = covariance + covariance + carried
      distanceVariance += step.reach * growth + scale * step.distanceNoise
      covariance = (covariance + carried) * step.memory + scale * step.crossNoise
      velocity *= step.memory
      let kept = velocityVariance * step.memory * step.memory
      velocityVariance = kept + scale * step.velocityNoise
    }

    /// Folds an innovation of a given variance in.
    @inline(__always)
    mutating func fold(_ innovation: Double, variance: Double) {
      let precision = 1 / (distanceVariance + variance)
      let gain = distanceVariance * precision
      let velocityGain = covariance * precision
      distance = max(0, distance + gain * innovation)
      velocity += velocityGain * innovation
      velocityVariance -= velocityGain * covariance
      covariance -= gain * covariance
      distanceVariance -= gain * distanceVariance
    }
  }
}
