/// Numbers that the constant-velocity arithmetic runs on: `Double` for one stream, or a SIMD vector of doubles for as
/// many streams or candidates side by side. It and the kernel are usable from inlined code, so that other modules get
/// their own copy for the numbers they use. Without that they would call every operator through a table.
@usableFromInline package protocol KalmanNumber {
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self
  init(repeating value: Double)
}

extension Double: KalmanNumber {
  @inlinable package init(repeating value: Double) { self = value }
}
extension SIMD8<Double>: KalmanNumber {}

/// The closed form of the constant-velocity Kalman recursion; no matrices, no branches.
/// Lanes are independent: `ConstantVelocityKernel<SIMD8<Double>>` runs eight filters at once.
@usableFromInline package struct ConstantVelocityKernel<Number: KalmanNumber> {
  /// Posterior mean of the distance, in m.
  @usableFromInline package var distance: Number
  /// Posterior mean of the velocity, in m/s.
  @usableFromInline package var velocity: Number
  /// Variance of the distance, in m².
  @usableFromInline package var distanceVariance: Number
  /// Covariance of distance and velocity, in m²/s.
  @usableFromInline package var covariance: Number
  /// Variance of the velocity, in m²/s².
  @usableFromInline package var velocityVariance: Number

  /// A state at rest; by default at zero and perfectly known, to be replaced at the first reading.
  @inlinable package init(
    distance: Number = Number(repeating: 0), distanceVariance: Number = Number(repeating: 0),
    velocityVariance: Number = Number(repeating: 0)
  ) {
    (self.distance, velocity) = (distance, Number(repeating: 0))
    (self.distanceVariance, covariance) = (distanceVariance, Number(repeating: 0))
    self.velocityVariance = velocityVariance
  }

  @inlinable @inline(__always) package mutating func predict(step: Number, processNoise: Number) {
    let half = Number(repeating: 0.5)
    let third = Number(repeating: 1.0 / 3.0)
    let noise = processNoise * step
    distance = distance + velocity * step
    let growth = covariance + covariance + velocityVariance * step
    distanceVariance = distanceVariance + growth * step + noise * step * step * third
    covariance = covariance + velocityVariance * step + noise * step * half
    velocityVariance = velocityVariance + noise
  }

  @inlinable @inline(__always) package mutating func fold(_ reading: Number, variance: Number) {
    let innovation = reading - distance
    // A division is the slowest step, so there is only one.
    let weight = Number(repeating: 1) / (distanceVariance + variance)
    let gain = distanceVariance * weight
    let velocityGain = covariance * weight
    distance = distance + gain * innovation
    velocity = velocity + velocityGain * innovation
    velocityVariance = velocityVariance - velocityGain * covariance
    covariance = covariance - gain * covariance
    distanceVariance = distanceVariance - gain * distanceVariance
  }
}

extension ConstantVelocityKernel: Sendable where Number: Sendable {}
