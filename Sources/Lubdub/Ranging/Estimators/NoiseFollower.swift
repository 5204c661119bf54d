/// Learns how far a pair's ranges scatter in the short term: the deviation s that bands, thresholds and the noise of a
/// reading follow.
///
/// Ranges are smoothed, for below 0.5 Hz is where a zone is decided, and twice high-passed, so that neither a place nor
/// a slope is left. What is left is compared with s at rest, and a sign step in ln s makes s its running median: a gross
/// error moves it by one step. In motion nothing is learned (docs/decisions/05-zones.md).
package struct NoiseFollower<Number: BranchlessNumber>: Sendable {
  /// s, in m.
  package var deviation: Number
  /// For how long readings came, and for how long they taught, in s. A pause counts as 0.3 s.
  package var heard, taught: Number
  /// Time since the last motion, in s.
  var still: Number
  /// Smoothed readings, their mean over half a second, and the two high passes.
  var smooth, place, level, slope: Number
  /// How much too wide s is seen for each second of a step beyond 0.1 s; zero where s was not stated.
  package var slowWidening: Number

  /// Before the first reading: the deviation that the usual bands are for, or one that was learned before.
  package init(_ known: Number? = nil) {
    let zero = Number(repeating: 0)
    deviation = known ?? Number(repeating: RangeSpread.usualDeviation)
    let past = Number(repeating: known == nil ? 0 : 30)
    (heard, taught, still) = (past, past, Number(repeating: .infinity))
    (smooth, place, level, slope) = (zero, zero, zero, zero)
    slowWidening = Number(repeating: known == nil ? 0 : Self.slowWidening)
  }

  /// Measured at 1 to 10 Hz: s of 1 cm of noise is 28 mm at 1 Hz, and 14 mm at 10 Hz.
  package static var slowWidening: Double { 0.6 }

  /// Takes what is stated of the radio.
  mutating func state(_ known: Number) {
    (deviation, slowWidening) = (known, Number(repeating: Self.slowWidening))
  }

  /// The share of the usual variance of a reading that one of this radio has.
  @inline(__always) package var varianceShare: Number {
    let ratio = deviation.raised(to: Number(repeating: 0.006)) * Number(repeating: 1 / 0.06)
    return ratio * ratio
  }

  /// Begins anew at a reading; what was learned stays.
  package mutating func restart(at z: Number) {
    (smooth, place, level, slope) = (z, z, z, Number(repeating: 0))
  }

  /// Counts a reading that nothing is learned from.
  mutating func pass(_ step: NoiseCoefficients) {
    heard = heard + Number(repeating: step.weight)
    still = still + Number(repeating: step.duration)
  }

  mutating func shift(by change: Number) {
    (smooth, place, level) = (smooth + change, place + change, level + change)
  }

  @inline(__always) package mutating func update(_ z: Number, _ step: NoiseCoefficients) {
    let zero = Number(repeating: 0)
    smooth = smooth + Number(repeating: step.smoothing) * (z - smooth)
    let away = smooth - place
    place = place + Number(repeating: step.place) * away
    let motion = Number(repeating: 0.05) + Number(repeating: 1.7) * deviation
    still = (still + Number(repeating: step.duration)).replaced(
      by: zero, where: away.size.isAbove(motion))
    let isNew = Number(repeating: 0.3 - NoiseCoefficients.slack).isAbove(still)
    if Number.any(isNew) {
      level = level.replaced(by: smooth, where: isNew)
      slope = slope.replaced(by: zero, where: isNew)
    }
    let gain = Number(repeating: step.highPass)
    let first = smooth - level
    level = level + gain * first
    let second = first - slope
    slope = slope + gain * second

    let isStill = Number(repeating: 0.8 - NoiseCoefficients.slack).isAtMost(still)
    let isUsual = Number(repeating: 0.15).isAbove(second.size)
    let teaches = Number.both(Number.both(isUsual, isStill), heard.isAbove(zero))
    let weight = Number(repeating: step.weight)
    heard = heard + weight
    guard Number.any(teaches) else { return }
    var seen = second.size * Number(repeating: step.scale)
    if step.late > 0 {
      seen = seen / (Number(repeating: 1) + slowWidening * Number(repeating: step.late))
    }
    teach(seen, weight, where: teaches)
  }

  /// One step of the median, up where what is seen lies above it: quick at first, and quick upwards where it lies far above.
  @inline(__always)
  private mutating func teach(_ seen: Number, _ weight: Number, where teaches: Number.Mask) {
    let one = Number(repeating: 1)
    let rate = Number(repeating: 0.06) + Number(repeating: 4) / (one + taught)
    var x = (rate * weight).capped(at: Number(repeating: 0.5))
    let isFar = seen.isAbove(Number(repeating: 3) * deviation)
    if Number.any(isFar) { x = x.replaced(by: Number(repeating: 0.36) * weight, where: isFar) }
    x = (Number(repeating: 0) - x).replaced(
      by: x, where: seen.isAbove(Number(repeating: 0.6745) * deviation))
    // exp(x) as a fraction (Padé), exact to 1e-10 for |x| up to 0.5.
    let square = x * x
    let even = Number(repeating: 1680) + square * (Number(repeating: 180) + square)
    let odd = x * (Number(repeating: 840) + Number(repeating: 20) * square)
    let moved = deviation * ((even + odd) / (even - odd))
    let held = moved.raised(to: Number(repeating: RangeSpread.smallestDeviation))
      .capped(at: Number(repeating: RangeSpread.usualDeviation))
    deviation = deviation.replaced(by: held, where: teaches)
    taught = taught.replaced(by: taught + weight, where: teaches)
  }
}

/// What the follower needs of the time since the last accepted reading. It does not depend on settings.
package struct NoiseCoefficients: Sendable {
  /// The time, and as much of it as counts, in s.
  let duration, weight: Double
  /// How much of a step is beyond 0.1 s, 1.9 s at most.
  let late: Double
  /// Gains of means over 0.3, 0.5, 1 and 2 s.
  let smoothing, place, highPass, contact: Double
  /// Makes a twice high-passed reading one of s: over the square root of the variance that white noise keeps, and times
  /// 3.2, with which s reaches 0.06 m for the noise that the usual bands are for.
  let scale: Double

  static let slack = RangeSpread.slack

  @inline(__always) package init(step: Double) {
    duration = step
    weight = min(step, 0.3)
    late = min(max(step - 0.1, 0), 1.9)
    // All gains from one exponential: of h / 6 s.
    let a = (step * (1.0 / 6)).decay
    let (a2, a3) = (a * a, a * a * a)
    let a6 = a3 * a3
    let a12 = a6 * a6
    smoothing = 1 - a12 * a6 * a2
    place = 1 - a12
    highPass = 1 - a6
    contact = 1 - a3
    // 1 + 4 g²/r - 4 g³ q/r² + g⁴ (1 + q²)/r³ with q = 1 - g, r = 1 - q² = g (1 + q).
    let u = 1 / (1 + a6)
    let gu = highPass * u
    let kept = 1 + gu * (4 - u * (4 * a6 - u * (1 + a6 * a6)))
    scale = step > 0 ? 3.2 / kept.squareRoot() : 0
  }
}
