/// The part of the range filter that every reading goes through: the motion, and the scales of noise
/// and motion that adapt. No branches, so that it runs on one stream or on many candidates side by side.
package struct RangeKernel<Number: BranchlessNumber>: Sendable {
  package var motion: RangeMotion<Number>
  package var noiseScale: Number
  package var motionScale: Number
  /// Smoothed innovation with its sign, in standard deviations.
  package var drift: Number

  /// What a reading says against the prediction.
  struct News: Sendable {
    /// Reading less prediction.
    let innovation: Number
    /// Variance of one reading on its own.
    let noise: Number
    /// The square of the normalised innovation.
    let squared: Number

    /// Whether an innovation is so large that it goes on probation where it is accepted: beyond 0.5 m
    /// and three standard deviations of a reading.
    @inline(__always)
    var isJump: Number.Mask {
      let excess = innovation.size - Number(repeating: 0.5)
      return Number.both(
        excess.isAbove(Number(repeating: 0)),
        (excess * excess).isAbove(Number(repeating: 9) * noise))
    }
  }

  /// A state at zero, perfectly known; to be replaced at the first reading.
  package init() {
    let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
    motion = RangeMotion(distance: zero, distanceVariance: zero, velocityVariance: zero)
    (noiseScale, motionScale, drift) = (one, one, zero)
  }

  /// Compares a reading with the motion, which has been predicted to its time already, and adapts the
  /// scales to it, whether it will be accepted or not.
  ///
  /// The noise scale grows when |e| > 0.9 (0.81 squared); decision 10 says why it settles where it
  /// does. The drift is a running mean over about three readings, of innovations limited to 2.5.
  @inline(__always)
  mutating func weigh(
    _ reading: Number, _ step: RangeCoefficients<Number>, _ limits: RangeLimits<Number>
  ) -> News {
    let innovation = reading - motion.distance
    let noise = noiseScale * limits.readingVariance
    let precision = Number(repeating: 1) / (motion.distanceVariance + noise)
    let squared = innovation * innovation * precision
    adapt(to: innovation * precision.root, squared, step, limits)
    return News(innovation: innovation, noise: noise, squared: squared)
  }

  @inline(__always)
  mutating func adapt(
    to normalized: Number, _ squared: Number, _ step: RangeCoefficients<Number>,
    _ limits: RangeLimits<Number>
  ) {
    let limit = Number(repeating: 2.5)
    let held = normalized.raised(to: Number(repeating: -2.5)).capped(at: limit)
    let isNear = squared.isAtMost(limits.motionGateSquared)
    let moved = Number(repeating: 0.7) * drift + Number(repeating: 0.3) * held
    drift = drift.replaced(by: moved, where: isNear)
    let isMoving = Number.both(isNear, drift.size.isAbove(limits.motionThreshold))
    let decay = step.noiseDecay.replaced(
      by: step.noisyDecay, where: noiseScale.isAbove(limits.noisyLinkThreshold))
    let factor = decay.replaced(
      by: step.noiseGrowth, where: squared.isAbove(Number(repeating: 0.81)))
    let one = Number(repeating: 1)
    let settled = (noiseScale * factor).raised(to: one).capped(at: limits.noiseScaleLimit)
    noiseScale = settled.replaced(by: noiseScale, where: isMoving)
    let calmer = (motionScale * step.motionDecay).raised(to: one)
    let livelier = (motionScale * step.motionGrowth).capped(at: limits.motionScaleLimit)
    motionScale = calmer.replaced(by: livelier, where: isMoving)
  }

  /// Folds a reading in: a Student error with a heavier side for readings that are too long.
  @inline(__always)
  mutating func accept(
    _ news: News, _ step: RangeCoefficients<Number>, _ limits: RangeLimits<Number>
  ) {
    let one = Number(repeating: 1)
    let zero = Number(repeating: 0)
    // 1 / weight; the Student weight never exceeds 1.
    let student = (limits.doubtOffset + limits.doubtSlope * news.squared).raised(to: one)
    let side = zero.replaced(by: limits.positiveErrorScale, where: news.innovation.isAbove(zero))
    let doubt = student * (one + side * news.squared)
    motion.fold(news.innovation, variance: step.effectiveVariance * noiseScale * doubt)
  }
}

/// The constants of the range filter that `RangeKernel` goes by.
package struct RangeLimits<Number: BranchlessNumber>: Sendable {
  /// Variance of one reading on its own, where the noise scale is one.
  package let readingVariance: Number
  package let gateSquared: Number
  let motionGateSquared: Number
  let motionThreshold: Number
  let noiseScaleLimit: Number
  let noisyLinkThreshold: Number
  let motionScaleLimit: Number
  /// Student weight: 1 / w = (nu + m) / (nu + 1) = offset + slope m.
  let doubtOffset: Number
  let doubtSlope: Number
  let positiveErrorScale: Number

  /// Limits from those of single streams.
  ///
  /// - Parameter number: Makes a number from one value of each stream.
  init(_ number: ((RangeFilter.Constants) -> Double) -> Number) {
    readingVariance = number { $0.readingVariance }
    gateSquared = number { $0.gateSquared }
    motionGateSquared = number { $0.motionGateSquared }
    motionThreshold = number { $0.motionThreshold }
    noiseScaleLimit = number { $0.noiseScaleLimit }
    noisyLinkThreshold = number { $0.noisyLinkThreshold }
    motionScaleLimit = number { $0.motionScaleLimit }
    doubtOffset = number { $0.doubtOffset }
    doubtSlope = number { $0.doubtSlope }
    positiveErrorScale = number { $0.positiveErrorScale }
  }
}
