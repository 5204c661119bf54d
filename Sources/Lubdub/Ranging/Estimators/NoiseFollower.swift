/// Learns the short-term scatter of a pair's ranges: the deviation s that bands, thresholds, and the noise of a reading follow.
///
/// Ranges are smoothed, because zones are decided below 0.5 Hz, and high-passed twice, to remove place and slope. While the
/// devices rest, the remaining scatter is compared with s, and a sign step in ln s makes s the running median of the
/// scatter: a gross error moves s by one step. In motion, s stays the same (docs/decisions/05-zones.md).
package struct NoiseFollower<Number: BranchlessNumber>: Sendable {
  /// The deviation s, in m.
  package var deviation: Number
  /// The time for which readings arrived, and the time for which s was learned, in s. A pause counts as 0.3 s.
  package var heard, taught: Number
  /// The time since the last motion, in s.
  var still: Number
  /// The smoothed readings, their mean over half a second, and the two high passes.
  var smooth, place, level, slope: Number
  /// The relative increase of the observed deviation for each second by which the time between readings exceeds 0.1 s; zero
  /// if the deviation was not stated.
  package var slowWidening: Number

  /// Creates the state before the first reading, with the deviation of the usual bands, or with a learned deviation.
  package init(_ known: Number? = nil) {
    let zero = Number(repeating: 0)
    deviation = known ?? Number(repeating: RangeSpread.usualDeviation)
    let past = Number(repeating: known == nil ? 0 : 30)
    (heard, taught, still) = (past, past, Number(repeating: .infinity))
    (smooth, place, level, slope) = (zero, zero, zero, zero)
    slowWidening = Number(repeating: known == nil ? 0 : Self.slowWidening)
  }

  /// The value of `slowWidening` for a stated deviation, between those measured at 1 to 10 Hz.
  package static var slowWidening: Double { 0.6 }

  /// Sets the stated deviation of the radio.
  mutating func state(_ known: Number) {
    (deviation, slowWidening) = (known, Number(repeating: Self.slowWidening))
  }

  /// The variance of a reading of this radio, as a share of the usual variance.
  @inline(__always) package var varianceShare: Number {
    let ratio = deviation.raised(to: Number(repeating: 0.006)) * Number(repeating: 1 / 0.06)
    return ratio * ratio
  }

  /// Restarts at a reading, and keeps the learned values.
  package mutating func restart(at z: Number) {
    (smooth, place, level, slope) = (z, z, z, Number(repeating: 0))
  }

  /// Counts a reading without learning from it.
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

  /// Moves the median by one step, up if the observed value is above it: fast at first, and fast upward if the value is far
  /// above.
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

/// The coefficients of the follower for the time since the last accepted reading. They do not depend on settings.
package struct NoiseCoefficients: Sendable {
  /// The time, and the part of it that counts, in s.
  let duration, weight: Double
  /// The part of a step beyond 0.1 s, at most 1.9 s.
  let late: Double
  /// The gains of means over 0.3, 0.5, 1, and 2 s.
  let smoothing, place, highPass, contact: Double
  /// The factor from a twice high-passed reading to s: 3.2 divided by the square root of the share of its variance that
  /// white noise keeps in both high passes. With 3.2, s reaches 0.06 m for the noise of the usual bands.
  let scale: Double

  static let slack = RangeSpread.slack

  @inline(__always) package init(step: Double) {
    duration = step
    weight = min(step, 0.3)
    late = min(max(step - 0.1, 0), 1.9)
    // All gains come from one exponential, of h / 6 s.
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
