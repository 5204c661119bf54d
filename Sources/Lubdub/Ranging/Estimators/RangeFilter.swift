/// The recommended filter for UWB ranges: two states (distance, and a velocity that decays), noise that counts correlated
/// readings once, heavy tails, a gate with a candidate for re-acquisition, and adaptive scales for noise and motion.
///
/// Predicting in silence never changes the state: `estimate(at:)` widens the interval; `update` makes the same prediction
/// and then processes the reading.
public struct RangeFilter: Estimator {
  package private(set) var parameters: Parameters
  package var state = State()
  /// The time step of the coefficients, in s.
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

  /// Applies new constants during a session. The distance moves by the change of the bias, so that the next reading fits and
  /// is not an outlier. Learned values of the pair stay, unless new values are given.
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

  /// Applies the constants of another kind of reading; the distance stays the same.
  package mutating func adopt(_ parameters: Parameters) {
    let reading = state.reading
    // Without a reading, a change of the bias moves nothing.
    let distance = state.motion.distance
    let candidate = state.candidate
    reconfigure(parameters)
    (state.reading, state.motion.distance, state.candidate) = (reading, distance, candidate)
  }

  /// Records an interruption of the session: when readings return, two agreeing readings are accepted even if they do not
  /// fit the earlier readings.
  package mutating func interrupt() { state.confirmations = min(state.confirmations, 1) }

  /// Updates the state with a sample; returns whether it was used.
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

  /// Updates the state with a range; returns whether it was accepted.
  @discardableResult package mutating func update(_ range: Meters, at time: Seconds) -> Bool {
    guard time.isFinite, time.value >= state.time, let z = corrected(range) else { return false }
    return fold(range, corrected: z, at: time.value)
  }

  /// Processes a range that is `z` without the bias, at a finite time that is not before the last range.
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

  /// Returns the posterior at a time, predicted from the last sample; `nil` before the first sample.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    var copy = self
    return copy.estimateInPlace(at: time)
  }

  /// Returns the posterior for the hot path. The state stays the same; the method is mutating only to avoid a copy of the
  /// filter.
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

  /// Returns the unfiltered last range; `nil` if its time differs from `time`, in s.
  @inline(__always) package func heard(at time: Double) -> HeardRange? {
    guard state.time == time else { return nil }
    guard parameters.learns else { return HeardRange(state.kernel.latest.reading) }
    return HeardRange(
      state.kernel.latest, deviation: state.kernel.noise.deviation,
      covariance: state.motion.covariance)
  }

  /// The probability of contact, 0 to 1, from the ranges of the last seconds of rest; `nil` before the first range.
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

  /// Returns whether a step was a silence: long enough to make an estimate stale, and longer than the usual pace of the
  /// link. A prediction over a silence is not a confirmation, so the next reading waits for a second reading.
  @inline(__always) private func isSilence(_ step: Double) -> Bool {
    step > parameters.silence.stale.value && step > 4 * coefficientStep
  }

  /// Returns the state predicted to a time; the present state if the time is not later.
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

  // Separate from the recursion, which then can use all registers.
  @inline(never) private mutating func renewCoefficients(_ step: Double) {
    coefficientStep = step
    coefficients = RangeCoefficients(step: step, constants)
  }

  /// The part of the posterior variance that only makes zones calm: errors shorter than the correlation time are not errors
  /// of the distance.
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
