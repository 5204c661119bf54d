extension RangeFilter {
  /// Predicts the state over the step of the coefficients, and processes a reading without the bias.
  @inline(__always) mutating func fold(_ raw: Double) -> Bool {
    let z = state.kernel.contact.corrected(raw)
    state.kernel.motion.predict(coefficients, scale: state.kernel.motionScale)
    let news = state.kernel.news(of: z, constants)
    state.kernel.adapt(to: news, coefficients)
    let isJump = news.isJump
    guard news.squared <= constants.gateSquared, !(state.isHeldOff && isJump) else {
      let before = state.acceptTime
      guard propose(z, spreadOfReading: news.noise) else { return false }
      learn(raw, z, since: before, isRestart: true)
      return true
    }
    state.kernel.accept(news, coefficients, constants)
    let waits = isJump && !isConfirmed(z, news)
    state.confirmations = waits || state.confirmations == 0 ? 1 : 2
    state.accepted = z
    state.rejectedShare -= coefficients.rejectionGain * state.rejectedShare
    if state.rejected == 0, state.touch == nil, parameters.learns {
      state.kernel.learn(raw, z, coefficients.noise, sinceAccepted: coefficients.noise)
    } else {
      learn(raw, z, since: state.acceptTime, isRestart: false)
    }
    state.rest.add(
      z, after: coefficients.noise.duration, still: state.kernel.noise.still,
      isLevelKnown: state.kernel.contact.level < .infinity)
    state.accept()
    return true
  }

  /// Returns whether the previous reading confirms a reading that jumps: for a slow radio whose noise is stated, two
  /// agreeing readings are enough, even if the velocity of a jump has moved the prediction past them.
  @inline(__always) private func isConfirmed(_ z: Double, _ news: RangeKernel<Double>.News) -> Bool
  {
    guard state.confirmations == 1, state.kernel.noise.slowWidening > 0,
      coefficients.noise.duration >= RangeSpread.slowStep
    else { return false }
    return !news.isJump(z - state.accepted)
  }

  @inline(never)
  private mutating func learn(_ raw: Double, _ z: Double, since time: Double, isRestart: Bool) {
    guard parameters.learns else { return }
    state.touch?.add(raw, after: coefficients.noise.duration)
    let step = NoiseCoefficients(step: RangeCoefficients<Double>.quantized(state.time - time))
    guard isRestart else {
      return state.kernel.learn(raw, z, coefficients.noise, sinceAccepted: step)
    }
    state.kernel.contact.update(raw, deviation: state.kernel.noise.deviation, coefficients.noise)
    state.kernel.noise.pass(step)
  }

  /// Processes a reading outside the gate: it starts a re-acquisition candidate or confirms the present one. Returns whether
  /// the filter restarted at the reading.
  private mutating func propose(_ z: Double, spreadOfReading noise: Double) -> Bool {
    let now = state.time
    state.rejected += 1
    state.rejectedShare += coefficients.rejectionGain * (1 - state.rejectedShare)
    let variance = constants.whiteVariance + constants.correlatedVariance / 4
    // Two readings agree within four standard deviations of their difference: 4 sqrt(2) = 5.66.
    let scatter = 5.66 * (state.kernel.noiseScale * variance).squareRoot()
    _ = state.candidate.add(z, at: now, within: scatter, speed: Parameters.candidateSpeed)
    let isLost =
      state.rejected >= Parameters.restartCount
      && now - state.acceptTime >= Parameters.restartTime.value
    let isHeld = state.isHeldOff && now - state.acceptTime < Parameters.holdOff.value
    let age = now - state.candidate.start
    guard !isHeld, isLost || isConvincing(count: state.candidate.count, age: age) else {
      return false
    }
    state.restart(
      at: z, variance: isLost ? 4 * noise : constants.readingVariance,
      velocityVariance: constants.velocityVariance, confirmations: isLost ? 1 : 2)
    return true
  }

  /// Returns whether a candidate has enough readings over a long enough time. Any two agreeing readings replace an
  /// unconfirmed state.
  private func isConvincing(count: Int, age: Double) -> Bool {
    if count >= Parameters.candidateCount && age >= Parameters.candidateTime.value { return true }
    if count >= 3 && age >= Parameters.slowCandidateTime.value { return true }
    return count >= 2 && state.confirmations <= 1
  }
}
