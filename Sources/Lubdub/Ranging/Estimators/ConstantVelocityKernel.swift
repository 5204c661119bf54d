/// The closed form of the constant-velocity Kalman recursion; no matrices, no branches. The kernel is usable from inlined code,
/// so that other modules get their own copy.
@usableFromInline package struct ConstantVelocityKernel: Sendable {
  /// The posterior mean of the distance, in m.
  @usableFromInline package var distance: Double
  /// The posterior mean of the velocity, in m/s.
  @usableFromInline package var velocity: Double
  /// The variance of the distance, in m².
  @usableFromInline package var distanceVariance: Double
  /// The covariance of distance and velocity, in m²/s.
  @usableFromInline package var covariance: Double
  /// The variance of the velocity, in m²/s².
  @usableFromInline package var velocityVariance: Double

  /// Creates a state at rest; by default at zero and perfectly known, to be replaced at the first reading.
  @inlinable package init(
    distance: Double = 0, distanceVariance: Double = 0, velocityVariance: Double = 0
  ) {
    (self.distance, velocity) = (distance, 0)
    (self.distanceVariance, covariance) = (distanceVariance, 0)
    self.velocityVariance = velocityVariance
  }

  @inlinable @inline(__always) package mutating func predict(step: Double, processNoise: Double) {
    let noise = processNoise * step
    distance = distance + velocity * step
    let growth = covariance + covariance + velocityVariance * step
    distanceVariance = distanceVariance + growth * step + noise * step * step * (1.0 / 3.0)
    covariance = covariance + velocityVariance * step + noise * step * 0.5
    velocityVariance = velocityVariance + noise
  }

  @inlinable @inline(__always) package mutating func fold(_ reading: Double, variance: Double) {
    let innovation = reading - distance
    // A division is the slowest step, so there is only one.
    let weight = 1 / (distanceVariance + variance)
    let gain = distanceVariance * weight
    let velocityGain = covariance * weight
    distance = distance + gain * innovation
    velocity = velocity + velocityGain * innovation
    velocityVariance = velocityVariance - velocityGain * covariance
    covariance = covariance - gain * covariance
    distanceVariance = distanceVariance - gain * distanceVariance
  }
}
