/// The recommended filter for UWB ranges: two states (distance, and a velocity that decays), noise
/// that counts correlated readings once, heavy tails, a gate with a candidate for re-acquisition,
/// and scales for noise and motion that adapt.
///
/// Predicting in silence never touches the state: `estimate(at:)` widens, `update` does the same
/// prediction and then folds.
public struct RangeFilter: Estimator {
  package private(set) var parameters: Parameters
  package var state = State()
  /// The time step that the coefficients are for, in s.
  private(set) var coefficientStep = 0.0
  private(set) var coefficients: RangeCoefficients<Double>
  package private(set) var constants: RangeConstants<Double>

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    constants = RangeConstants(parameters)
    coefficients = RangeCoefficients(step: 0, constants)
    state.kernel.noise = NoiseFollower(parameters.rangeDeviation?.value)
    state.kernel.contact = ContactOffset(parameters.contactLevel?.value)
  }

  /// Takes new constants over while running. What is known about the distance is kept and moved by
  /// the change of the bias, so that the next reading fits and is not taken for an outlier. What was learned of the
  /// pair stays, unless it is given anew.
  package mutating func reconfigure(_ parameters: Parameters) {
    let (old, known) = (self.parameters.bias, self.parameters)
    self.parameters = parameters
    if let deviation = parameters.rangeDeviation, deviation != known.rangeDeviation {
      state.kernel.noise.state(deviation.value)
    }
    if let level = parameters.contactLevel, level != known.contactLevel {
      state.kernel.contact.set(level.value)
    }
    constants = RangeConstants(parameters)
    coefficients = RangeCoefficients(step: coefficientStep, constants)
    guard state.hasStarted else { return }
    let shift = parameters.bias.corrected(state.reading) - old.corrected(state.reading)
    state.motion.distance = max(0, state.motion.distance + shift)
    state.candidate.distance += shift
    state.kernel.noise.shift(by: shift)
    state.kernel.contact.mean += shift
  }

  /// Takes the constants of another kind of reading; what is known about the distance stays where it is.
  package mutating func adopt(_ parameters: Parameters) {
    let reading = state.reading
    // A reading that is not there is not moved by a change of the bias.
    let distance = state.motion.distance
    let candidate = state.candidate
    reconfigure(parameters)
    (state.reading, state.motion.distance, state.candidate) = (reading, distance, candidate)
  }

  /// Notes that the session was interrupted: when readings come again, two that agree are believed
  /// even where they do not fit what was before.
  package mutating func interrupt() { state.confirmations = min(state.confirmations, 1) }

  /// Folds one sample into the state; returns whether it was used.
  @discardableResult public mutating func update(_ sample: Sample) -> Bool {
    if let event = sample.event { note(event, at: sample.time.value) }
    guard let range = sample.range, sample.radio == .uwb,
      update(range, at: sample.time)
    else { return false }
    noteObstruction(sample)
    return true
  }

  @inline(__always) mutating func noteObstruction(_ sample: Sample) {
    state.isObstructed = NLOSDetector.isBlocked(sample)
  }

  @inline(__always) func corrected(_ range: Meters) -> Double? { parameters.corrected(range) }

  /// Folds one range into the state; returns whether it was accepted.
  @discardableResult package mutating func update(_ range: Meters, at time: Seconds) -> Bool {
    guard time.isFinite, time.value >= state.time, let z = corrected(range) else { return false }
    return fold(range, corrected: z, at: time.value)
  }

  /// Folds in a range that is `z` with the bias taken off, at a time that is finite and not before the last one's.
  @inline(__always)
  mutating func fold(_ range: Meters, corrected z: Double, at now: Double) -> Bool {
    guard state.hasStarted else {
      state.time = now
      state.kernel.contact.mean = z
      state.restart(
        at: state.kernel.contact.corrected(z), variance: constants.readingVariance,
        velocityVariance: constants.velocityVariance, confirmations: 1)
      state.kernel.latest = RangeNews(state.kernel.contact.corrected(z))
      state.reading = range.value
      return true
    }
    let step = RangeCoefficients<Double>.quantized(now - state.time)
    if isSilence(step) { state.confirmations = 0 }
    prepare(step)
    state.time = now
    let accepted = fold(z)
    if accepted { state.reading = range.value }
    return accepted
  }

  /// The posterior at a time, predicted from the last sample; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    var copy = self
    return copy.estimateInPlace(at: time)
  }

  /// The same, for the hot path: it changes nothing, but what is mutating is not copied to be read.
  package mutating func estimateInPlace(at time: Seconds) -> DistanceEstimate? {
    guard state.hasStarted else { return nil }
    let ahead = predicted(to: time.value)
    let variance = max(0, ahead.distanceVariance - hiddenVariance)
    return .normal(
      time: time.value, distance: ahead.distance,
      variance: variance + calibrationVariance(isObstructed: state.isObstructed),
      shortTermVariance: ahead.distanceVariance, velocity: ahead.velocity, radio: .uwb,
      status: status(at: time.value), spread: spread)
  }

  /// The last range as it was read; `nil` where it is not of this time, in s.
  @inline(__always) package func heard(at time: Double) -> HeardRange? {
    guard state.time == time else { return nil }
    guard parameters.learns else { return HeardRange(state.kernel.latest.reading) }
    return HeardRange(
      state.kernel.latest, deviation: state.kernel.noise.deviation,
      covariance: state.motion.covariance)
  }

  /// The probability of contact, 0 to 1, by the ranges of the last seconds of rest; `nil` before there are any.
  package var contactProbability: Double? {
    guard state.hasStarted, parameters.learns else { return nil }
    return state.rest.contactProbability(state.kernel.noise.deviation)
  }

  private var spread: RangeSpread {
    guard parameters.learns else { return RangeSpread() }
    return RangeSpread(
      deviation: state.kernel.noise.deviation, heard: state.kernel.noise.heard,
      contactLevel: state.kernel.contact.level, isStated: state.kernel.noise.slowWidening > 0)
  }

  /// Whether a step was a silence: as long as makes an estimate stale, and not the usual pace of the
  /// link. What is predicted over it confirms nothing, so the next reading waits for a second one.
  @inline(__always) private func isSilence(_ step: Double) -> Bool {
    step > parameters.silence.stale.value && step > 4 * coefficientStep
  }

  /// The state moved on to a time; one that is not later leaves it as it is.
  @inline(__always) package func predicted(to time: Double) -> Motion {
    guard time > state.time, state.hasStarted else { return state.motion }
    let silence = RangeCoefficients<Double>.quantized(time - state.time)
    guard silence > 0 else { return state.motion }
    var ahead = state.motion
    ahead.predict(step(silence), scale: state.kernel.motionScale)
    return ahead
  }

  @inline(__always) package func step(_ duration: Double) -> RangeCoefficients<Double> {
    duration == coefficientStep ? coefficients : RangeCoefficients(step: duration, constants)
  }

  @inline(__always) package mutating func prepare(_ step: Double) {
    if step != coefficientStep { renewCoefficients(step) }
  }

  // Apart from the recursion, which has its registers to itself then.
  @inline(never) private mutating func renewCoefficients(_ step: Double) {
    coefficientStep = step
    coefficients = RangeCoefficients(step: step, constants)
  }

  /// The part of the posterior variance that is there only to make zones calm: errors that last
  /// for less than the correlation time are not errors of the distance.
  package var hiddenVariance: Double {
    state.kernel.noiseScale * state.kernel.noise.varianceShare * constants.correlatedVariance
  }

  @inline(__always) package func status(at time: Double) -> DistanceEstimate.Status {
    if time - state.acceptTime > parameters.silence.stale.value { return .stale }
    if state.confirmations < 2 { return .confirming }
    if state.rejected > 0 || time - state.time > parameters.silence.coasting.value {
      return .coasting
    }
    return .tracking
  }

  @inline(__always) package func calibrationVariance(isObstructed: Bool) -> Double {
    let deviation = parameters.calibrationDeviation.value
    let obstruction = isObstructed ? parameters.obstructionDeviation.value : 0
    return deviation * deviation + obstruction * obstruction
  }
}
