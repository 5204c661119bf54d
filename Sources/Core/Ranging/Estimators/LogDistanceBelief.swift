internal import RealModule

/// The Gaussian belief over x = ln(distance) and b = offset of the reference power, and the three
/// things that can happen to it: time passes, a signal strength comes, a range comes.
package struct LogDistanceBelief: Sendable {
  package internal(set) var time = -Double.infinity
  package internal(set) var x: Double
  package internal(set) var b = 0.0
  /// Variance of x, covariance, variance of b.
  package internal(set) var p: Double
  package internal(set) var c = 0.0
  package internal(set) var w: Double
  /// Decay factors of the last step, kept because steps repeat.
  private var step = -1.0
  private var relaxation = -1.0
  private var distanceDecay = 1.0
  private var offsetDecay = 1.0

  init(_ prior: LogDistancePrior) {
    x = prior.mean
    p = prior.variance
    w = prior.powerVariance
  }

  mutating func forgetPower(_ prior: LogDistancePrior) {
    b = 0
    c = 0
    w = prior.powerVariance
  }

  /// Moves on to a time that is not earlier: x returns to the usual place, b to zero
  /// (Ornstein-Uhlenbeck). A gap of an hour is one exponential.
  @inline(__always)
  package mutating func predict(to now: Double, _ prior: LogDistancePrior) {
    let dt = now - time
    time = now
    guard dt > 0, dt.isFinite else { return }
    if dt != step || prior.inverseRelaxationTime != relaxation {
      step = dt
      relaxation = prior.inverseRelaxationTime
      distanceDecay = Double.exp(-dt * prior.inverseRelaxationTime)
      offsetDecay = Self.decay(dt * prior.inverseReferencePowerTime)
    }
    relax(distanceDecay, offsetDecay, prior)
  }

  /// Moves on likewise, with the motion that was learned from ranges.
  mutating func predict(to now: Double, _ prior: LogDistancePrior, _ motion: inout CoastingModel) {
    let dt = now - time
    time = now
    guard dt > 0, dt.isFinite else { return }
    let step = motion.advance(dt, from: x, variance: prior.variance)
    x += step.drift
    relax(step.decay, Self.decay(dt * prior.inverseReferencePowerTime), prior)
  }

  /// What is left of the deviations from the usual place and of the offset.
  @inline(__always)
  private mutating func relax(_ a: Double, _ g: Double, _ prior: LogDistancePrior) {
    x = prior.mean + a * (x - prior.mean)
    p = prior.variance + a * a * (p - prior.variance)
    b *= g
    c *= a * g
    w = prior.powerVariance + g * g * (w - prior.powerVariance)
  }

  /// exp(-u); by series for the short steps that are the rule.
  @inline(__always)
  private static func decay(_ u: Double) -> Double {
    u < 0.002 ? 1 - u * (1 - u * (0.5 - u * (1.0 / 6))) : Double.exp(-u)
  }

  /// The RSSI that is expected, in dBm.
  func expectedPower(_ noise: SignalNoise) -> Double {
    noise.referencePower - noise.decibelsPerLogarithm * x + b
  }

  /// Folds one RSSI in, so long after the one before.
  @inline(__always)
  mutating func fold(_ rssi: Double, after pause: Double, _ noise: SignalNoise) {
    let k = noise.decibelsPerLogarithm
    let residual = rssi - (noise.referencePower - k * x + b)
    let hx = c - k * p
    let hb = w - k * c
    // The inflated variance is part of the innovation's, so the covariance stays positive.
    let precision = 1 / (hb - k * hx + noise.variance(residual: residual, after: pause))
    let gainX = hx * precision
    let gainB = hb * precision
    x += gainX * residual
    b += gainB * residual
    p -= gainX * hx
    c -= gainX * hb
    w -= gainB * hb
  }

  /// Folds a distance in that another radio knows to about 5 cm.
  mutating func fold(distance: Double) {
    let deviation = 0.05 / max(distance, 0.3)
    let spread = p + deviation * deviation
    let gain = (Double.log(max(distance, 0.05)) - x) / spread
    let cross = c
    x += p * gain
    b += cross * gain
    w -= cross * cross / spread
    c -= cross * p / spread
    p -= p * p / spread
  }
}
