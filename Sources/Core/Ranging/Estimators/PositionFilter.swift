public import Observations
public import Quantities
internal import RealModule

/// The filter for ranges between two positions: three states (distance, a velocity that decays, and
/// an error that stays for half a minute), a gate, and a candidate for re-acquisition.
///
/// The errors of satellite positions are not new with every fix. The part that stays is a first-order
/// Markov process, so fixes that follow each other do not make the estimate narrow; a smaller part
/// never averages out and is added to the width alone. Each range is taken by the width that its fixes
/// state. Errors make a measured distance too long on average (Rice's distribution), so it is taken
/// as √(measured² - 2 σ²).
public struct PositionFilter: Estimator {
  /// The constants in force.
  package private(set) var parameters: Parameters
  private var state = State()
  /// Time of the last accepted range; -∞ before the first, and after an interruption.
  private(set) var lastTime = -Double.infinity

  /// What is known: the mean and the upper half of the covariance of distance d, velocity v, error b.
  private struct State: Sendable {
    var time = -Double.infinity
    var d = 0.0, v = 0.0, b = 0.0
    var dd = 0.0, dv = 0.0, db = 0.0, vv = 0.0, vb = 0.0, bb = 0.0
    /// Deviation of one axis that the last accepted range stated, scaled.
    var sigma = 0.0
    var confirmations = 0
    /// A run of rejected ranges that agree with each other.
    var candidate = 0.0
    var candidateStart = 0.0
    var candidateTime = 0.0
    var candidateCount = 0

    /// Those who come closer and do not stop pass each other, and then move apart.
    mutating func reflect() {
      d = -d
      v = -v
      db = -db
      vb = -vb
    }
  }

  /// A filter that has seen nothing.
  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Takes new constants over while running; what is known is kept.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
  }

  /// Notes that what was heard last counts as out of date.
  package mutating func interrupt() {
    lastTime = -.infinity
  }

  /// Whether the last range is too old to be knowledge.
  func isStale(at now: Double) -> Bool { now - lastTime > parameters.silence.stale.value }

  /// Folds one observation into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ observation: Observation) -> Bool {
    let now = observation.time.value
    guard observation.radio == .gnss, let range = observation.range, range.isFinite, now.isFinite,
      range.value >= 0, now >= state.time
    else { return false }
    let stated = observation.deviation ?? parameters.usualDeviation
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
    let innovation = reading - state.d - state.b
    let variance = state.dd + 2 * state.db + state.bb + white * white
    // A new error of the fix is as likely as the old one, and what moves may change its speed.
    let limit =
      parameters.gate * (variance + 2 * sigma * sigma).squareRoot()
      + parameters.speedChange.value * step
    guard abs(innovation) <= limit else { return propose(reading, sigma, now) }
    fold(innovation, variance: variance)
    state.sigma = sigma
    state.confirmations = min(state.confirmations + 1, 2)
    state.candidateCount = 0
    lastTime = now
    return true
  }

  /// The posterior at a time, predicted from the last observation; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    guard state.time.isFinite else { return nil }
    var ahead = state
    predict(&ahead, to: max(time.value, ahead.time), ahead.sigma)
    let constant = parameters.constantShare * ahead.sigma * ahead.sigma
    return .normal(
      time: time.value, distance: ahead.d, variance: ahead.dd + constant,
      shortTermVariance: ahead.dd, velocity: ahead.v, radio: .gnss, status: status(at: time.value))
  }

  private func status(at time: Double) -> DistanceEstimate.Status {
    if isStale(at: time) { return .stale }
    if state.confirmations < 2 { return .confirming }
    let isSilent = time - lastTime > parameters.silence.coasting.value
    return isSilent || state.candidateCount > 0 ? .coasting : .tracking
  }
}

// MARK: - The recursion

extension PositionFilter {
  private mutating func restart(
    at reading: Double, _ sigma: Double, _ now: Double, confirmations: Int
  ) {
    let velocity = parameters.velocityDeviation.value
    let varying = sigma * sigma * (1 - parameters.constantShare)
    let white = parameters.whiteShare * sigma
    // The reading says d + b, and b is anywhere within its width.
    state = State(
      time: now, d: reading, dd: varying + white * white, db: -varying, vv: velocity * velocity,
      bb: varying, sigma: sigma, confirmations: confirmations)
    lastTime = now
  }

  /// Moves a state on to a time. The velocity decays to rest, the error to none, and both are renewed.
  private func predict(_ state: inout State, to now: Double, _ sigma: Double) {
    let step = now - state.time
    guard step > 0 else { return }
    let tau = parameters.velocityTime.value
    let p = Double.exp(-step / tau)
    let reach = tau * (1 - p)
    let e = Double.exp(-step / parameters.correlationTime.value)
    let spread = parameters.velocityDeviation.value * parameters.velocityDeviation.value
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
    let varying = sigma * sigma * (1 - parameters.constantShare)
    state.bb = e * e * state.bb + varying * (1 - e * e)
    state.time = now
    if state.d < 0 { state.reflect() }
  }

  /// Folds the difference of a reading from d + b.
  private mutating func fold(_ innovation: Double, variance: Double) {
    let d = state.dd + state.db
    let v = state.dv + state.vb
    let b = state.db + state.bb
    let gain = (d: d / variance, v: v / variance, b: b / variance)
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

  /// Two cars that meet, in m/s.
  private static let fastest = 60.0

  /// A reading beyond the gate: only when its like persist do they take over. Single fixes that are
  /// hundreds of metres off state a small width all the same.
  private mutating func propose(_ reading: Double, _ sigma: Double, _ now: Double) -> Bool {
    let travel = Self.fastest * (now - state.candidateTime)
    let agrees =
      state.candidateCount > 0 && abs(reading - state.candidate) <= 3 * sigma + travel
    state.candidateCount = agrees ? state.candidateCount + 1 : 1
    if !agrees { state.candidateStart = now }
    state.candidate = reading
    state.candidateTime = now
    let isOld = now - state.candidateStart >= parameters.persistence.value
    guard state.candidateCount >= 3 && isOld || state.confirmations < 2 && agrees else {
      return false
    }
    restart(at: reading, sigma, now, confirmations: 2)
    return true
  }
}
