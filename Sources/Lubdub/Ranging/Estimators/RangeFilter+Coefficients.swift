/// The coefficients that depend only on the time step; computed only when the step changes.
package struct RangeCoefficients<Number: BranchlessNumber>: Sendable {
  /// exp(-h / tau): the remaining share of the velocity.
  package let memory: Number
  /// The distance that a unit of velocity covers while it decays.
  package let reach: Number
  package let distanceNoise, crossNoise, velocityNoise: Number
  /// The equivalent white variance of an error that is correlated over time and sampled every h: r² + s² coth(h / 2 tau).
  package let effectiveVariance: Number
  package let noiseGrowth, noiseDecay, noisyDecay, motionGrowth, motionDecay: Number
  /// The weight of a reading in the share of rejected readings: a memory of 3 s.
  package let rejectionGain: Number
  package let noise: NoiseCoefficients

  /// Creates the coefficients of a step, in s.
  @inline(__always) init(step: Double, _ constants: RangeConstants<Number>) {
    let (one, two) = (Number(repeating: 1), Number(repeating: 2))
    let duration = Number(repeating: step)
    let ratio = duration * constants.inverseVelocityTime
    let tau = constants.velocityTime
    let p = ratio.decay
    let forgotten = one - p
    let spread = constants.velocityVariance
    memory = p
    reach = tau * forgotten
    velocityNoise = spread * (one - p * p)
    crossNoise = spread * tau * forgotten * forgotten
    // The closed form loses all digits for short steps.
    let series = Number(repeating: 2.0 / 3.0) * ratio * ratio * ratio
    let closed = two * ratio - Number(repeating: 3) + Number(repeating: 4) * p - p * p
    let isShort = Number(repeating: 1e-3).isAbove(ratio)
    let positive = closed.raised(to: Number(repeating: 0))
    distanceNoise = spread * tau * tau * positive.replaced(by: series, where: isShort)
    let e = (Number(repeating: max(step, 0.001)) * constants.inverseCorrelationTime).decay
    let coth = (one + e) / (one - e)
    effectiveVariance = constants.whiteVariance + constants.correlatedVariance * coth
    rejectionGain = Number(repeating: min(step * (1.0 / 3), 0.3))
    noise = NoiseCoefficients(step: step)
    // exp(+-x) for 0 <= x <= 0.02 by series, exact to 1e-13; every factor is a power of these.
    let rate = Number(repeating: 1 / RangeFilter.Parameters.adaptationTime)
    let x = Number(repeating: 0.1) * (duration * rate).capped(at: Number(repeating: 0.2))
    let square = x * x
    let even = one + square * (Number(repeating: 0.5) + square * Number(repeating: 1.0 / 24))
    let third = Number(repeating: 1.0 / 6) + square * Number(repeating: 1.0 / 120)
    let odd = x * (one + square * third)
    let up = even + odd
    let down = even - odd
    let down2 = down * down
    let down5 = down2 * down2 * down
    motionDecay = down5
    noiseDecay = down5 * down5 * down2
    noisyDecay = down5 * down
    let up2 = up * up
    let up5 = up2 * up2 * up
    noiseGrowth = up5 * up5
    let up20 = noiseGrowth * noiseGrowth
    let up40 = up20 * up20
    motionGrowth = up40 * up40
  }
}

extension RangeCoefficients<Double> {
  /// Returns a step rounded to a microsecond (2^-20 s), so that times printed in decimals give the same step repeatedly.
  package static func quantized(_ step: Double) -> Double {
    // Adding and subtracting 1.5 * 2^52 rounds to an integer without a library call.
    let magic = 6_755_399_441_055_744.0
    return (step * 1_048_576 + magic - magic) * (1 / 1_048_576)
  }
}
