internal import Quantities
internal import RealModule

/// What depends on the time step alone; computed anew only when the step changes.
package struct RangeCoefficients<Number: BranchlessNumber>: Sendable {
  /// exp(-h / tau): what is left of the velocity.
  package let memory: Number
  /// How far a unit of velocity carries while it decays.
  package let reach: Number
  package let distanceNoise: Number
  package let crossNoise: Number
  package let velocityNoise: Number
  /// White equivalent of an error that is correlated over time and sampled every h:
  /// r² + s² coth(h / 2 tau).
  package let effectiveVariance: Number
  /// Factors by which the scales of noise and motion grow and decay.
  package let noiseGrowth: Number
  package let noiseDecay: Number
  package let loudDecay: Number
  package let motionGrowth: Number
  package let motionDecay: Number
  /// How much this reading counts in the share of rejected ones: a memory of 3 s.
  package let rejectionGain: Number

  /// Coefficients of streams side by side, from those of each.
  ///
  /// - Parameter number: Makes a number from one value of each stream.
  package init(_ number: ((RangeCoefficients<Double>) -> Double) -> Number) {
    memory = number { $0.memory }
    reach = number { $0.reach }
    distanceNoise = number { $0.distanceNoise }
    crossNoise = number { $0.crossNoise }
    velocityNoise = number { $0.velocityNoise }
    effectiveVariance = number { $0.effectiveVariance }
    noiseGrowth = number { $0.noiseGrowth }
    noiseDecay = number { $0.noiseDecay }
    loudDecay = number { $0.loudDecay }
    motionGrowth = number { $0.motionGrowth }
    motionDecay = number { $0.motionDecay }
    rejectionGain = number { $0.rejectionGain }
  }
}

extension RangeCoefficients<Double> {
  init(step: Double, _ constants: RangeFilter.Constants) {
    let ratio = step * constants.inverseVelocityTime
    let tau = constants.velocityTime
    let p = Double.exp(-ratio)
    let forgotten = 1 - p
    let spread = constants.velocityVariance
    memory = p
    reach = tau * forgotten
    velocityNoise = spread * (1 - p * p)
    crossNoise = spread * tau * forgotten * forgotten
    // The closed form loses all digits for short steps.
    let series = 2.0 / 3.0 * ratio * ratio * ratio
    let closed = 2 * ratio - 3 + 4 * p - p * p
    distanceNoise = spread * tau * tau * (ratio < 1e-3 ? series : max(0, closed))
    let e = Double.exp(-max(step, 0.001) * constants.inverseCorrelationTime)
    let coth = (1 + e) / (1 - e)
    effectiveVariance = constants.whiteVariance + constants.correlatedVariance * coth
    rejectionGain = min(step * (1.0 / 3), 0.3)
    // exp(+-x) for 0 <= x <= 0.02 by series, exact to 1e-13; every factor is a power of these.
    let x = 0.1 * min(step * constants.inverseAdaptationTime, 0.2)
    let square = x * x
    let even = 1 + square * (0.5 + square * (1.0 / 24))
    let odd = x * (1 + square * (1.0 / 6 + square * (1.0 / 120)))
    let up = even + odd
    let down = even - odd
    let down2 = down * down
    let down5 = down2 * down2 * down
    motionDecay = down5
    noiseDecay = down5 * down5 * down2
    loudDecay = down5 * down
    let up2 = up * up
    let up5 = up2 * up2 * up
    noiseGrowth = up5 * up5
    let up20 = noiseGrowth * noiseGrowth
    let up40 = up20 * up20
    motionGrowth = up40 * up40
  }

  /// A step rounded to a microsecond (2^-20 s), so that times that were printed in decimals make
  /// the same step again and again.
  package static func quantized(_ step: Double) -> Double {
    // Adding and taking off 1.5 * 2^52 rounds to an integer without a library call.
    let magic = 6_755_399_441_055_744.0
    return (step * 1_048_576 + magic - magic) * (1 / 1_048_576)
  }
}
