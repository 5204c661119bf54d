extension RangeFilter {
  /// Folds a corrected reading into the state, which has been predicted to its time already.
  @inline(__always)
  mutating func fold(_ z: Double) -> Bool {
    let innovation = z - state.motion.distance
    let noise = state.noiseScale * constants.readingVariance
    let precision = 1 / (state.motion.distanceVariance + noise)
    let m = innovation * innovation * precision
    adapt(to: innovation * precision.squareRoot(), squared: m)
    guard m <= constants.gateSquared, !(state.isHeldOff && isJump(innovation, noise)) else {
      return propose(z, spreadOfReading: noise)
    }
    // 1 / weight; the Student weight never exceeds 1.
    let student = max(1, constants.doubtOffset + constants.doubtSlope * m)
    let sideDoubt = innovation > 0 ? constants.longSideDoubt : 0
    let doubt = student * (1 + sideDoubt * m)
    let variance = coefficients.effectiveVariance * state.noiseScale * doubt
    state.motion.fold(innovation, variance: variance)
    state.confirmations = isJump(innovation, noise) ? 1 : min(state.confirmations + 1, 2)
    state.rejectedShare -= coefficients.rejectionGain * state.rejectedShare
    state.accept()
    return true
  }

  /// Whether an accepted innovation is so large that it goes on probation: beyond 0.5 m and three
  /// standard deviations of a reading.
  @inline(__always)
  private func isJump(_ innovation: Double, _ noise: Double) -> Bool {
    let excess = innovation.magnitude - 0.5
    return excess > 0 && excess * excess > 9 * noise
  }

  /// Adapts the scales to a normalised innovation and its square. Comparisons use the square where they
  /// can, so that the next step does not wait for the square root.
  ///
  /// The noise scale grows when |e| > 0.9 (0.81 squared); decision 10 tells why it settles where it does.
  /// The drift is a running mean over about three readings, of innovations limited to 2.5.
  @inline(__always)
  private mutating func adapt(to normalized: Double, squared m: Double) {
    if m <= constants.farLimitSquared {
      state.drift = 0.7 * state.drift + 0.3 * min(max(normalized, -2.5), 2.5)
      if state.drift.magnitude > constants.motionThreshold {
        let scaled = state.motionScale * coefficients.motionGrowth
        state.motionScale = min(constants.motionScaleLimit, scaled)
        return
      }
    }
    let isLoud = state.noiseScale > constants.loudScale
    let decay = isLoud ? coefficients.loudDecay : coefficients.noiseDecay
    let factor = m > 0.81 ? coefficients.noiseGrowth : decay
    state.noiseScale = min(max(state.noiseScale * factor, 1), constants.noiseScaleLimit)
    state.motionScale = max(1, state.motionScale * coefficients.motionDecay)
  }

  /// A reading outside the gate: it starts a re-acquisition candidate or confirms the present one.
  /// Returns whether the filter started anew at it.
  private mutating func propose(_ z: Double, spreadOfReading noise: Double) -> Bool {
    let now = state.time
    state.rejected += 1
    state.rejectedShare += coefficients.rejectionGain * (1 - state.rejectedShare)
    let variance = constants.whiteVariance + constants.correlatedVariance / 4
    // Two readings agree within four standard deviations of their difference: 4 sqrt(2) = 5.66.
    let scatter = 5.66 * (state.noiseScale * variance).squareRoot()
    let travel = constants.candidateSpeed * (now - state.candidateTime)
    let isAlone = state.candidateCount == 0
    let agrees = !isAlone && (z - state.candidate).magnitude <= scatter + travel
    state.candidateCount = agrees ? state.candidateCount + 1 : 1
    if !agrees { state.candidateStart = now }
    state.candidate = z
    state.candidateTime = now
    let isLost =
      state.rejected >= constants.lostCount && now - state.acceptTime >= constants.lostTime
    let isHeld = state.isHeldOff && now - state.acceptTime < constants.holdOff
    let age = now - state.candidateStart
    guard !isHeld, isLost || isConvincing(count: state.candidateCount, age: age) else {
      return false
    }
    state.restart(
      at: z, variance: isLost ? 4 * noise : constants.readingVariance,
      velocityVariance: constants.velocityVariance, confirmations: isLost ? 1 : 2)
    return true
  }

  /// Whether a candidate has enough readings over a long enough time. A state that nothing has
  /// confirmed gives way to any two that agree.
  private func isConvincing(count: Int, age: Double) -> Bool {
    if count >= constants.candidateCount && age >= constants.candidateTime { return true }
    if count >= 3 && age >= constants.slowCandidateTime { return true }
    return count >= 2 && state.confirmations <= 1
  }
}
