/// The part of the range filter that processes every reading: the motion, the adaptive scales of noise and motion, and the
/// learned values of the pair. It has no branches, so that it runs on one stream, or on many candidates in lanes.
package struct RangeKernel<Number: BranchlessNumber>: Sendable {
  package var motion: RangeMotion<Number>
  package var noiseScale, motionScale: Number
  /// The smoothed innovation with its sign, in standard deviations.
  package var drift: Number
  package var latest = RangeNews<Number>()
  package var noise = NoiseFollower<Number>()
  package var contact = ContactOffset<Number>()

  /// A reading in comparison with the prediction.
  struct News: Sendable {
    let reading, innovation: Number
    /// The variance of a single reading.
    let noise: Number
    /// The innovation in standard deviations of reading and prediction.
    let normalized: Number
    let squared: Number

    /// Whether the innovation is so large that the reading goes on probation when it is accepted: beyond 0.5 m and three
    /// standard deviations of a reading.
    @inline(__always) var isJump: Number.Mask { isJump(innovation) }

    /// Returns whether a difference is a jump.
    @inline(__always) func isJump(_ difference: Number) -> Number.Mask {
      let excess = difference.size - Number(repeating: 0.5)
      return Number.both(
        excess.isAbove(Number(repeating: 0)),
        (excess * excess).isAbove(Number(repeating: 9) * noise))
    }
  }

  /// Creates a perfectly known state at zero, which the first reading replaces.
  package init() {
    let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
    motion = RangeMotion(distance: zero, distanceVariance: zero, velocityVariance: zero)
    (noiseScale, motionScale, drift) = (one, one, zero)
  }

  /// Compares a reading with the motion, which is already predicted to the time of the reading.
  @inline(__always) func news(of reading: Number, _ constants: RangeConstants<Number>) -> News {
    let innovation = reading - motion.distance
    let noise = noiseScale * constants.readingVariance
    let precision = Number(repeating: 1) / (motion.distanceVariance + noise)
    return News(
      reading: reading, innovation: innovation, noise: noise,
      normalized: innovation * precision.root,
      squared: innovation * innovation * precision)
  }

  /// Adapts the scales to a reading, whether it will be accepted or not. The noise scale grows when |e| > 0.9 (0.81
  /// squared); decision 3 explains where this scale settles. The drift is a running mean over about three readings, of
  /// innovations limited to 2.5.
  @inline(__always) mutating func adapt(to news: News, _ step: RangeCoefficients<Number>) {
    typealias Limits = RangeFilter.Parameters
    latest.add(news.reading, news.innovation)
    let squared = news.squared
    let limit = Number(repeating: 2.5)
    let held = news.normalized.raised(to: Number(repeating: -2.5)).capped(at: limit)
    let isNear = squared.isAtMost(Number(repeating: Limits.motionGate * Limits.motionGate))
    let moved = Number(repeating: 0.7) * drift + Number(repeating: 0.3) * held
    drift = drift.replaced(by: moved, where: isNear)
    let isFar = drift.size.isAbove(Number(repeating: Limits.motionThreshold))
    let isMoving = Number.both(isNear, isFar)
    let isNoisy = noiseScale.isAbove(Number(repeating: Limits.noisyLinkThreshold))
    let decay = step.noiseDecay.replaced(by: step.noisyDecay, where: isNoisy)
    let factor = decay.replaced(
      by: step.noiseGrowth, where: squared.isAbove(Number(repeating: 0.81)))
    let one = Number(repeating: 1)
    let settled = (noiseScale * factor).raised(to: one)
      .capped(at: Number(repeating: Limits.noiseScaleLimit))
    noiseScale = settled.replaced(by: noiseScale, where: isMoving)
    let calmer = (motionScale * step.motionDecay).raised(to: one)
    let livelier = (motionScale * step.motionGrowth)
      .capped(at: Number(repeating: Limits.motionScaleLimit))
    motionScale = calmer.replaced(by: livelier, where: isMoving)
  }

  /// Processes an accepted reading with a Student error model, whose tail is heavier for readings that are too long.
  @inline(__always) mutating func accept(
    _ news: News, _ step: RangeCoefficients<Number>, _ constants: RangeConstants<Number>
  ) {
    let one = Number(repeating: 1)
    let zero = Number(repeating: 0)
    // 1 / weight; the Student weight never exceeds 1.
    let student = (constants.doubtOffset + constants.doubtSlope * news.squared).raised(to: one)
    let side = zero.replaced(by: constants.positiveErrorScale, where: news.innovation.isAbove(zero))
    let doubt = student * (one + side * news.squared)
    motion.fold(
      news.innovation, variance: step.effectiveVariance * noiseScale * noise.varianceShare * doubt)
  }

  /// Learns from an accepted reading, uncorrected and corrected near contact.
  @inline(__always) mutating func learn(
    _ z: Number, _ corrected: Number, _ step: NoiseCoefficients, sinceAccepted: NoiseCoefficients
  ) {
    contact.update(z, deviation: noise.deviation, step)
    noise.update(corrected, sinceAccepted)
  }
}

/// The last reading, accepted or not, for zones, in addition to the estimate of the filter.
package struct RangeNews<Number: BranchlessNumber>: Sendable {
  /// The reading without bias or contact level, in m.
  package private(set) var reading: Number
  /// The excess of this reading over its prediction, and the excess of the previous reading, in m.
  private var innovation, before: Number

  init(_ reading: Number = Number(repeating: 0)) {
    let zero = Number(repeating: 0)
    (self.reading, innovation, before) = (reading, zero, zero)
  }

  @inline(__always) mutating func add(_ reading: Number, _ innovation: Number) {
    (self.reading, before, self.innovation) = (reading, self.innovation, innovation)
  }
}

extension RangeNews<Double> {
  /// Returns the reading if it reverses an outlier; otherwise, returns -infinity. The previous reading must be nearer than
  /// predicted, and this reading farther than predicted, each by more than 10 cm and four deviations. If the prediction is
  /// zero, any reading counts as farther, because an outlier below zero cannot move the prediction below zero.
  @inline(__always) package func takenBack(_ deviation: Double) -> Double {
    let taken = max(4 * deviation, 0.1)
    let isFarther = innovation > taken || innovation >= reading
    return isFarther && before < -taken ? reading : -.infinity
  }
}

/// An unfiltered range for zones, whether the filter accepted it or not.
package struct HeardRange: Sendable, Hashable {
  /// The reading without bias or contact level, in m.
  let reading: Double
  /// The reading if it reverses an outlier, otherwise -infinity.
  let takenBack: Double
  /// Whether the filter was restarted by the reading.
  let isRestart: Bool

  /// Creates a range; `covariance` is the covariance of the motion, zero at the start of the motion.
  package init(_ news: RangeNews<Double>, deviation: Double, covariance: Double) {
    (reading, takenBack) = (news.reading, news.takenBack(deviation))
    isRestart = covariance == 0
  }

  package init(_ reading: Double) {
    (self.reading, takenBack, isRestart) = (reading, -.infinity, false)
  }
}

extension RangeNews<SIMD8<Double>> {
  package subscript(lane: Int) -> RangeNews<Double> {
    var one = RangeNews<Double>()
    one.add(0, before[lane])
    one.add(reading[lane], innovation[lane])
    return one
  }
}
