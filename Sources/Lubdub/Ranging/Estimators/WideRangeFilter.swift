internal import RealModule

/// The filter for wide ranges, which state their width: three states (distance, a velocity that decays, and an error that lasts
/// for half a minute), a gate, and a candidate for re-acquisition.
///
/// Most of the error lasts over many samples. The lasting part is a first-order Markov process, so consecutive samples do
/// not make the estimate narrow; a smaller part never averages out and is only added to the width. Errors make a measured
/// distance too long on average (Rice's distribution), so the filter uses √(measured² - 2 σ²).
///
/// The error is in units of the width σ that the samples state: reading = d + σ b + noise. So a wide reading says little
/// about d, and its information about b hardly moves d once readings are narrow again. Different widths come from other
/// receivers or another sky, and errors are similar only if widths are similar.
///
/// If readings stay on one side of the prediction, the two devices move faster than people walk: the scale of the motion
/// grows, as in the range filter.
public struct WideRangeFilter: Estimator {
  package private(set) var parameters: Parameters
  private var state = State()
  private var pace: SamplePace
  private var radio = Radio.gnss
  /// The time of the last accepted range; -∞ before the first range, and after an interruption.
  private(set) var lastTime = -Double.infinity

  /// The state: the mean and the upper half of the covariance of distance d, velocity v, and error b in units of `sigma`.
  private struct State: Sendable {
    var time = -Double.infinity
    var d = 0.0, v = 0.0, b = 0.0
    var dd = 0.0, dv = 0.0, db = 0.0, vv = 0.0, vb = 0.0, bb = 0.0
    /// The deviation of one axis that the last accepted range stated, scaled.
    var sigma = 0.0
    /// The mean of `sigma` over the ranges that contribute to the distance, by their weights.
    var restingSigma = 0.0
    /// The factor on the variance of the motion, and the smoothed innovation that controls it.
    var motionScale = 1.0
    var drift = 0.0
    var confirmations = 0
    var candidate = ReacquisitionCandidate()

    /// Reverses the motion: devices that come closer and do not stop pass each other, and then move apart.
    mutating func reflect() { (d, v, db, vb) = (-d, -v, -db, -vb) }
  }

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    pace = SamplePace(parameters.interval)
  }

  package mutating func reconfigure(_ parameters: Parameters) {
    if parameters.interval != self.parameters.interval { pace = SamplePace(parameters.interval) }
    self.parameters = parameters
  }

  package mutating func interrupt() { lastTime = -.infinity }

  func isStale(at now: Double) -> Bool { now - lastTime > silence.stale.value }

  private var silence: SilenceTimes { pace.stretched(parameters.silence) }

  /// Updates the state with a sample; returns whether it was used.
  @discardableResult public mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard sample.radio.family == .wideRange, let range = sample.range, range.isFinite, now.isFinite,
      range.value >= 0, now >= state.time
    else { return false }
    radio = sample.radio
    let stated = sample.deviation ?? parameters.usualDeviation
    let sigma = max(0.01, stated.value * parameters.accuracyScale)
    let square = range.value * range.value - 2 * sigma * sigma
    let reading = max(0, square).squareRoot()
    guard state.time.isFinite else {
      restart(at: reading, sigma, now, confirmations: 1)
      return true
    }
    let step = now - state.time
    predict(&state, to: now, sigma)
    let white = parameters.whiteShare * sigma
    let innovation = reading - state.d - sigma * state.b
    let variance = state.dd + 2 * sigma * state.db + sigma * sigma * state.bb + white * white
    // A new error is as likely as the old error, and a moving device may change its speed.
    let limit = Self.gate * (variance + 2 * sigma * sigma).squareRoot() + Self.speedChange * step
    guard abs(innovation) <= limit else { return propose(reading, sigma, now) }
    adapt(to: innovation / variance.squareRoot(), over: step)
    fold(innovation, variance: variance, sigma)
    state.confirmations = min(state.confirmations + 1, 2)
    state.candidate.count = 0
    hear(at: now)
    return true
  }

  /// Returns the posterior at a time, predicted from the last sample; `nil` before the first sample.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    guard state.time.isFinite else { return nil }
    var ahead = state
    predict(&ahead, to: max(time.value, ahead.time), ahead.sigma)
    let constant = parameters.constantShare * ahead.restingSigma * ahead.restingSigma
    return .normal(
      time: time.value, distance: ahead.d, variance: ahead.dd + constant,
      shortTermVariance: ahead.dd, velocity: ahead.v, radio: radio, status: status(at: time.value),
      mayBeZero: true)
  }

  private func status(at time: Double) -> DistanceEstimate.Status {
    if isStale(at: time) { return .stale }
    if state.confirmations < 2 { return .confirming }
    let isSilent = time - lastTime > silence.coasting.value
    return isSilent || state.candidate.count > 0 ? .coasting : .tracking
  }

  // MARK: - The recursion

  private mutating func restart(
    at reading: Double, _ sigma: Double, _ now: Double, confirmations: Int
  ) {
    let velocity = parameters.velocityDeviation.value
    let varying = 1 - parameters.constantShare
    let white = parameters.whiteShare * sigma
    // The reading is d + σ b, and b is anywhere within its width.
    state = State(
      time: now, d: reading, dd: sigma * sigma * varying + white * white, db: -sigma * varying,
      vv: velocity * velocity, bb: varying, sigma: sigma, restingSigma: sigma,
      confirmations: confirmations)
    hear(at: now)
  }

  private mutating func hear(at now: Double) {
    lastTime = now
    pace.note(at: now)
  }

  /// Predicts a state to a time, and to errors of another width. The velocity decays to rest and the error to zero, while
  /// noise renews the velocity and the error.
  private func predict(_ state: inout State, to now: Double, _ sigma: Double) {
    let step = now - state.time
    guard step > 0 || sigma != state.sigma else { return }
    let tau = parameters.velocityTime.value
    let p = Double.exp(-step / tau)
    let reach = tau * (1 - p)
    let alike = min(sigma, state.sigma) / max(sigma, state.sigma)
    let e = alike * Double.exp(-step / parameters.correlationTime.value)
    let deviation = parameters.velocityDeviation.value
    let spread = deviation * deviation * state.motionScale
    // An integrated Ornstein-Uhlenbeck process (Gillespie 1996).
    let ratio = step / tau
    let series = 2.0 / 3.0 * ratio * ratio * ratio
    let closed = ratio < 1e-3 ? series : 2 * ratio - 3 + 4 * p - p * p
    state.d += reach * state.v
    state.v *= p
    state.b *= e
    state.dd += 2 * reach * state.dv + reach * reach * state.vv + spread * tau * tau * closed
    state.dv = p * (state.dv + reach * state.vv) + spread * tau * (1 - p) * (1 - p)
    state.db = e * (state.db + reach * state.vb)
    state.vv = p * p * state.vv + spread * (1 - p * p)
    state.vb *= p * e
    state.bb = e * e * state.bb + (1 - parameters.constantShare) * (1 - e * e)
    state.time = now
    state.sigma = sigma
    if state.d < 0 { state.reflect() }
  }

  /// Increases the scale of the motion while readings are on one side of the prediction.
  private mutating func adapt(to normalized: Double, over step: Double) {
    state.drift = 0.7 * state.drift + 0.3 * min(max(normalized, -2.5), 2.5)
    let isMoving = abs(state.drift) > Self.motionThreshold
    let factor = Double.exp(isMoving ? step / Self.growthTime : -step / Self.decayTime)
    state.motionScale = min(max(state.motionScale * factor, 1), Self.motionScaleLimit)
  }

  /// The drift beyond which the motion scale grows, the times of growth and of decay of the scale, in s, and the limit of
  /// the scale: ten times the usual speed. The values come from recordings of a car and of people who walk (decision 13).
  private static let motionThreshold = 0.5
  private static let growthTime = 0.5
  private static let decayTime = 10.0
  private static let motionScaleLimit = 100.0

  /// Processes the difference between a reading and d + σ b.
  private mutating func fold(_ innovation: Double, variance: Double, _ sigma: Double) {
    let d = state.dd + sigma * state.db
    let v = state.dv + sigma * state.vb
    let b = state.db + sigma * state.bb
    let gain = (d: d / variance, v: v / variance, b: b / variance)
    let weight = min(max(gain.d, 0), 1)
    state.restingSigma += weight * (sigma - state.restingSigma)
    state.d = max(0, state.d + gain.d * innovation)
    state.v += gain.v * innovation
    state.b += gain.b * innovation
    state.dd = max(0, state.dd - gain.d * d)
    state.dv -= gain.d * v
    state.db -= gain.d * b
    state.vv = max(0, state.vv - gain.v * v)
    state.vb -= gain.v * b
    state.bb = max(0, state.bb - gain.b * b)
  }

  /// The number of standard deviations, in addition to a possible change of speed, beyond which a range is rejected.
  private static let gate = 3.5
  /// The possible change of speed without samples, in m/s: cars brake by 8 m/s per second.
  private static let speedChange = 10.0
  /// The time for which rejected ranges must agree to take over, in s (decision 13).
  private static let persistence = 15.0
  /// The speed of two cars that meet, in m/s.
  private static let fastest = 60.0

  /// Processes a reading beyond the gate: such readings take over only if they persist. Single samples that are hundreds of
  /// meters off still state a small width.
  private mutating func propose(_ reading: Double, _ sigma: Double, _ now: Double) -> Bool {
    let agrees = state.candidate.add(reading, at: now, within: 3 * sigma, speed: Self.fastest)
    let isOld = now - state.candidate.start >= Self.persistence
    guard state.candidate.count >= 3 && isOld || state.confirmations < 2 && agrees else {
      return false
    }
    restart(at: reading, sigma, now, confirmations: 2)
    return true
  }
}
