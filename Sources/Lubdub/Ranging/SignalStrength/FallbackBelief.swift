internal import RealModule

/// What signal strength says beside ultra-wideband, which has taught it the link: the Gaussian belief over
/// three things, and what can happen to them.
///
/// - x = ln(distance), as ranges and motion know it.
/// - b = offset of the reference power, as learned from ranges. It stays as it is in an outage.
/// - j = by how much ln(distance) has moved since. Its variance is 0 while there are ranges, grows slowly in
///   an outage, and quickly while the readings are off by more than this link's readings used to be.
///
/// docs/decisions/0013 has the figures.
struct FallbackBelief: Sendable {
  private(set) var time = -Double.infinity
  private(set) var x: Double
  private(set) var b = 0.0
  private(set) var j = 0.0
  /// Variances of x, b and j, and the covariances of x with b, x with j, and b with j.
  private(set) var p: Double
  private(set) var w: Double
  private(set) var jj = 0.0
  private(set) var xb = 0.0
  private(set) var xj = 0.0
  private(set) var bj = 0.0
  /// Running mean of the residuals in an outage, in dB, and the variance that it had while there were
  /// ranges, in dB².
  private(set) var residual = 0.0
  private(set) var usualResidual: Double
  private var wasAlone = false
  private(set) var lastReading = -Double.infinity
  /// Whether the near test has put the distance where it is.
  private var isNear = false
  private(set) var memory: LinkMemory
  private(set) var motion: CoastingModel
  /// The usual place of the link and the variance around it.
  private var usual: (mean: Double, variance: Double)
  /// Factors of the last step, kept because steps repeat.
  private var kept = Factors()

  /// What depends on the time between readings alone.
  private struct Factors: Sendable {
    var step = -1.0
    var offset = 1.0
    var pause = -1.0
    var residual = 0.0
    var usualResidual = 0.0
  }

  /// Time constants of the mean residual and of its usual variance, in s.
  private static let residualTime = 2.0
  private static let usualResidualTime = 40.0
  /// Least and largest usual variance of the mean residual, in dB².
  private static let usualResidualRange = 4.0...60.0
  /// Time over which the excess becomes variance of a move, in s.
  private static let moveTime = 0.2
  /// Growth of the variance of a move per second, and its limit: a factor of 2.2.
  private static let moveRate = 0.001
  private static let mostMove = 0.6
  /// Variance by which the level changes with the posture alone, in dB², and how it grows, in s.
  private static let postureVariance = 25.0
  private static let postureTime = 120.0

  /// The belief before any range.
  init(_ model: SignalModel, powerVariance: Double, usualResidual: Double = 30) {
    self.usualResidual = usualResidual
    memory = LinkMemory(mean: model.usualLogDistance)
    motion = CoastingModel(memory.mobility)
    usual = (memory.mean, memory.variance)
    x = usual.mean
    p = usual.variance
    w = powerVariance
  }

  /// Takes over what signal strength alone knew.
  mutating func begin(at time: Double, _ estimate: (logDistance: Double, variance: Double)) {
    self.time = time
    lastReading = time
    (x, p) = estimate
  }

  /// What was learned about the reference power goes; the distance stays.
  mutating func forgetPower(variance: Double) {
    (b, xb, bj) = (0, 0, 0)
    w = variance
  }

  /// Moves on to a time that is not earlier.
  mutating func predict(to now: Double, isAlone: Bool, _ handOver: HandOverModel) {
    let dt = now - time
    time = now
    guard dt > 0, dt.isFinite else { return }
    let step = motion.advance(dt, from: x + j, variance: usual.variance)
    let a = step.decay
    x = usual.mean + a * (x + step.drift - usual.mean)
    p = usual.variance + a * a * (p - usual.variance)
    xb *= a
    xj *= a
    if isAlone {
      jj = min(jj + Self.moveRate * dt, Self.mostMove)
      return
    }
    if dt != kept.step {
      kept.step = dt
      kept.offset = Self.decay(dt * handOver.inverseTime)
    }
    let g = kept.offset
    b *= g
    xb *= g
    bj *= g
    w = handOver.variance + g * g * (w - handOver.variance)
  }

  /// exp(-u); by series for the short steps that are the rule.
  @inline(__always)
  private static func decay(_ u: Double) -> Double {
    u < 0.002 ? 1 - u * (1 - u * (0.5 - u * (1.0 / 6))) : Double.exp(-u)
  }

  /// Folds an accepted range in, at its own time. What had moved is distance now.
  mutating func fold(_ range: RangeFilter.Motion, at now: Double, _ handOver: HandOverModel) {
    predict(to: now, isAlone: false, handOver)
    x += j
    p += jj + 2 * xj
    xb += bj
    (j, jj, xj, bj) = (0, 0, 0, 0)
    isNear = false
    let deviation = 0.05 / max(range.distance, 0.3)
    let spread = p + deviation * deviation
    let gain = (Double.log(max(range.distance, 0.05)) - x) / spread
    let cross = xb
    x += p * gain
    b += cross * gain
    w -= cross * cross / spread
    xb -= cross * p / spread
    p -= p * p / spread
    motion.restart(velocity: range.velocity)
  }

  /// Learns where the link usually is and how it moves, from the range that was folded in.
  mutating func learn(_ distance: Double, at now: Double) {
    memory.learn(distance, at: now)
    motion.mobility = memory.mobility
    usual = (memory.mean, max(memory.variance, 0.01))
  }

  /// The RSSI that is expected, in dBm.
  func expectedPower(_ model: SignalModel) -> Double { model.power(at: x + j) + b }

  /// Folds one RSSI in, at the time that was predicted to.
  mutating func fold(
    _ rssi: Double, isAlone: Bool, _ model: SignalModel, _ handOver: HandOverModel
  ) {
    let k = model.decibelsPerLogarithm
    var pause = SignalModel.firstPause
    if lastReading.isFinite { pause = min(time - lastReading, pause) }
    lastReading = time
    if isNear { restart(at: Nearness.parted.logDistance, deviation: Nearness.parted.deviation) }
    isNear = false
    let r = rssi - expectedPower(model)
    if isAlone, !wasAlone { residual = 0 }
    wasAlone = isAlone
    noteResidual(r, after: max(pause, 0.15), isAlone: isAlone, k, handOver.moveThreshold)
    let hx = xb - k * (p + xj)
    let hb = w - k * (xb + bj)
    let hj = bj - k * (xj + jj)
    // The inflated variance is part of the innovation's, so the covariance stays positive.
    let precision = 1 / (hb - k * (hx + hj) + model.variance(residual: r, after: pause))
    let (gx, gb, gj) = (hx * precision, hb * precision, hj * precision)
    x += gx * r
    b += gb * r
    j += gj * r
    p -= gx * hx
    xb -= gx * hb
    xj -= gx * hj
    w -= gb * hb
    bj -= gb * hj
    jj -= gj * hj
    // What was taken over is no residual any more.
    residual += (k * (gx + gj) - gb) * r
  }

  /// Whether the readings have been off for longer than fades last: then the devices have moved.
  @inline(__always)
  private mutating func noteResidual(
    _ r: Double, after pause: Double, isAlone: Bool, _ k: Double, _ threshold: Double
  ) {
    if pause != kept.pause {
      kept.pause = pause
      kept.residual = 1 - Double.exp(-pause / Self.residualTime)
      kept.usualResidual = 1 - Double.exp(-pause / Self.usualResidualTime)
    }
    residual += kept.residual * (r - residual)
    let square = residual * residual
    guard isAlone else {
      usualResidual += kept.usualResidual * (min(square, 6 * usualResidual) - usualResidual)
      return
    }
    let range = Self.usualResidualRange
    let usual = min(max(usualResidual, range.lowerBound), range.upperBound)
    let excess = square - threshold * threshold * usual
    guard excess > 0 else { return }
    jj = min(jj + excess / (k * k) * pause / Self.moveTime, Self.mostMove)
  }

  /// Puts the distance where the near test has it, at the time that was predicted to.
  mutating func hold(_ answer: (logDistance: Double, variance: Double)) {
    restart(at: answer.logDistance, deviation: answer.variance.squareRoot())
    isNear = true
    residual = 0
    lastReading = time
  }

  private mutating func restart(at logDistance: Double, deviation: Double) {
    x = logDistance
    p = deviation * deviation
    (j, jj, xb, xj, bj) = (0, 0, 0, 0, 0)
  }

  /// Variance of ln(distance) around the usual place of the link.
  var usualVariance: Double { usual.variance }

  /// ln(distance) and what is known of its variance so long after the last range.
  func estimate(
    after silence: Double, _ k: Double
  ) -> (logDistance: Double, variance: Double, posture: Double) {
    let grown = 1 - Double.exp(-2 * silence / Self.postureTime)
    return (x + j, p + jj + 2 * xj, Self.postureVariance * grown / (k * k))
  }
}

/// What an outage asks for; decision 13 has where the constants come from.
struct HandOverModel: Sendable {
  /// Of the reference power before anything is learned, in dB²: 15 dB.
  let variance = 225.0
  /// How fast a learned reference power returns to that, per second.
  let inverseTime = 1 / 3000.0
  /// What counts as a move.
  let moveThreshold: Double

  init(_ handOver: FusionFilter.HandOver) { moveThreshold = handOver.moveThreshold }
}
