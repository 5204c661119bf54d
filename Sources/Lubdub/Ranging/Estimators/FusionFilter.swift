internal import RealModule

/// The default estimator: UWB ranges, ranges by channel sounding, distances that a phone reports, Bluetooth
/// signal strength and wide ranges in one estimate.
///
/// - UWB alone is `RangeFilter`; signal strength alone is `SignalStrengthFilter`.
/// - With both, UWB is shown, and signal strength learns from it: the reference power, where the
///   link usually is, how widely it roams and how fast.
/// - When UWB falls silent the estimate glides from the last UWB distance to that of signal
///   strength; when UWB returns it is shown at once.
/// - Channel sounding, or what a phone reports, stands in for silent UWB before signal strength does: it is a
///   metre off, and signal strength a factor.
/// - Wide ranges stand in when all other radios are silent: they are metres off, but reach far.
/// - When all are silent the interval widens until the estimate is stale.
public struct FusionFilter: Estimator {
  package private(set) var parameters: Parameters
  private var range: RangeFilter
  private var sounding: SoundingFilter
  private var wide: WideRangeFilter
  /// The near test, and signal strength until ultra-wideband has taught it the link.
  private var signal: SignalStrengthFilter
  /// Signal strength from then on.
  private var fallback: FallbackBelief
  private var handOver: HandOverModel
  private var consistency = JumpConsistencyTest()
  /// Time of the last sample; an earlier one changes nothing.
  private var time = -Double.infinity
  private var lastRange = -Double.infinity
  private var lastSignal = -Double.infinity
  /// Smoothed time between ranges.
  private var rangeInterval = 0.0
  /// Whether the last range has not been folded into the signal's belief yet.
  private var isRangePending = false
  /// Whether there was a confirmed range, so that signal strength learns from UWB.
  private var isBound = false
  /// Since when the ranges have been those of contact; infinity while they are not.
  private var contactSince = Double.infinity
  private var isTouched = false

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    range = RangeFilter(parameters: parameters.range)
    sounding = SoundingFilter(parameters: parameters)
    wide = WideRangeFilter(parameters: parameters.wide)
    signal = SignalStrengthFilter(parameters: parameters.signal)
    handOver = HandOverModel(parameters.handOver)
    fallback = FallbackBelief(signal.model.signal, powerVariance: handOver.variance)
  }

  /// Takes new constants over while running. The distance and its width are kept: a changed bias
  /// moves the distance at once, a changed path loss is learned anew, nothing else jumps.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
    range.reconfigure(parameters.range)
    sounding.reconfigure(parameters)
    wide.reconfigure(parameters.wide)
    signal.reconfigure(parameters.signal)
    handOver = HandOverModel(parameters.handOver)
    fallback.forgetPower(variance: handOver.variance)
  }

  /// Folds one sample into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard now.isFinite, now >= time else { return false }
    if let event = sample.event {
      time = now
      range.note(event, at: now)
      return handle(event, of: sample.radio)
    }
    // Asked first, for most samples are of it.
    if sample.radio == .uwb { return updateRange(sample, now) }
    switch sample.radio.family {
    case .level: return updateSignal(sample, now)
    case .range: guard sounding.update(sample, parameters) else { return false }
    case .wideRange: guard wide.update(sample) else { return false }
    }
    time = now
    return true
  }

  /// What was learned of the pair.
  package var learned: LearnedLink { range.learned }

  /// The posterior at a time, predicted from the last sample; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    var copy = self
    return copy.estimateInPlace(at: time)
  }

  /// The same, for the hot path: it changes nothing, but what is mutating is not copied to be read.
  package mutating func estimateInPlace(at time: Seconds) -> DistanceEstimate? {
    let now = max(time.value, self.time)
    let silence = now - lastRange
    if silence <= handOverDelay { return range.estimateInPlace(at: Seconds(now)) }
    if sounding.isFresh(at: now, least: parameters.handOver.after.value) {
      return soundingEstimate(at: now, afterRange: silence)
    }
    let signalSilence = now - lastSignal
    if signalSilence <= parameters.signal.staleAfter.value {
      return signalEstimate(at: now, afterRange: silence, silence: signalSilence)
    }
    if !wide.isStale(at: now), wide.lastTime > max(lastRange, sounding.lastTime) {
      return wide.estimate(at: Seconds(now))
    }
    if !sounding.isStale(at: now), sounding.lastTime > lastRange {
      return soundingEstimate(at: now, afterRange: silence)
    }
    if silence <= parameters.range.staleAfter.value { return range.estimate(at: Seconds(now)) }
    return staleEstimate(at: now)
  }
}

// MARK: - Samples

extension FusionFilter {
  @inline(__always)
  private mutating func updateRange(_ sample: Sample, _ now: Double) -> Bool {
    guard let measured = sample.range, let reading = range.corrected(measured) else {
      return false
    }
    time = now
    // Ranges that jump, and that signal strength contradicts, have to agree for longer before they are believed.
    range.state.isHeldOff = consistency.contradicts(range.state)
    guard range.fold(measured, corrected: reading, at: now) else { return false }
    range.noteObstruction(sample)
    let pause = now - lastRange
    // A pause of 3 s or more is silence, and no interval of the radio.
    if pause < 3 { rangeInterval += 0.2 * (pause - rangeInterval) }
    lastRange = now
    guard range.state.confirmations >= 2 else { return true }
    bind()
    isRangePending = true
    if fallback.memory.isDue(at: now) { learnFromRange() }
    noteContact(range.state.motion.distance, at: now)
    return true
  }

  /// Ranges that have been those of contact for a while teach the level of contact; ranges that are not end
  /// what the near test says.
  private mutating func noteContact(_ distance: Double, at now: Double) {
    contactSince = distance < Self.contactDistance ? min(contactSince, now) : .infinity
    if distance > Self.apartDistance, signal.near.nearness.isNear { signal.near.clear() }
  }

  /// Ranges below this are contact, ranges above that are not, in m; and how long contact must have lasted
  /// before it teaches, in s.
  private static let contactDistance = 0.05
  private static let apartDistance = 0.3
  private static let contactTime = 2.0

  private mutating func updateSignal(_ sample: Sample, _ now: Double) -> Bool {
    guard let rssi = sample.rssi, isPlausible(rssi) else { return false }
    time = now
    signal.test(rssi.value, at: now)
    let silence = now - lastRange
    let isAlone = silence > handOverDelay
    if isTouched || !isAlone && now - contactSince >= Self.contactTime {
      signal.near.contactLevel.learn(rssi.value, at: now)
    }
    lastSignal = now
    guard isBound else {
      signal.fold(rssi.value, at: now, sample.channel)
      return true
    }
    foldPendingRange()
    fallback.predict(to: now, isAlone: isAlone, handOver)
    if isAlone, let answer = signal.near.nearness.answer {
      fallback.hold(answer)
      return true
    }
    let model = signal.model.signal
    let level = signal.corrected(
      rssi.value, on: sample.channel, expected: fallback.expectedPower(model))
    if range.state.candidateCount > 0 {
      consistency.fold(level, range.state, offset: fallback.b, model)
    }
    fallback.fold(level, isAlone: isAlone, model, handOver)
    return true
  }

  private mutating func handle(_ event: LinkEvent, of radio: Radio) -> Bool {
    switch event {
    case .suspended, .peerLost: interrupt(radio)
    case .disconnected:
      isTouched = false
      Radio.allCases.forEach { interrupt($0) }
    case .touched: isTouched = true
    case .released:
      isTouched = false
      signal.near.clear()
    default: return false
    }
    return true
  }

  /// From now on the last sample of the radio counts as out of date.
  private mutating func interrupt(_ radio: Radio) {
    switch radio.family {
    case .level:
      lastSignal = -.infinity
      signal.near.clear()
    case .range where !radio.standsIn:
      lastRange = -.infinity
      range.interrupt()
    case .range: sounding.interrupt()
    case .wideRange: wide.interrupt()
    }
  }
}

// MARK: - What signal strength learns from UWB

extension FusionFilter {
  /// Folds the last accepted range, at its own time, into the signal's belief.
  private mutating func foldPendingRange() {
    guard isRangePending else { return }
    fallback.fold(range.state.motion, at: range.state.acceptTime, handOver)
    isRangePending = false
  }

  private mutating func learnFromRange() {
    foldPendingRange()
    fallback.learn(range.state.motion.distance, at: range.state.acceptTime)
  }

  /// The variance of ln(distance) around the link's usual place; `nil` before any range was there.
  package var learnedVariance: Double? { isBound ? fallback.usualVariance : nil }

  /// From now on the reference power is learned.
  private mutating func bind() {
    guard !isBound else { return }
    isBound = true
    guard lastSignal.isFinite else { return }
    fallback.begin(at: lastSignal, signal.logDistance(at: lastSignal))
  }
}

// MARK: - Estimates

extension FusionFilter {
  /// How long the last range is shown before signal strength stands in.
  private var handOverDelay: Double { max(parameters.handOver.after.value, 3 * rangeInterval) }

  /// What channel sounding says, with a glide from the last UWB distance.
  private mutating func soundingEstimate(at now: Double, afterRange silence: Double)
    -> DistanceEstimate?
  {
    guard var estimate = sounding.estimate(at: now) else { return nil }
    if isBound, estimate.status == .tracking { estimate.status = .fallback }
    guard silence.isFinite else { return estimate }
    let last = CoastingModel.carried(range.state.motion, for: max(0, now - range.state.time))
    let weight = Double.exp((handOverDelay - silence) / parameters.handOver.blendTime.value)
    estimate.shift(by: weight * (last - estimate.distance.value))
    return estimate
  }

  private mutating func signalEstimate(
    at now: Double, afterRange silence: Double, silence signalSilence: Double
  ) -> DistanceEstimate {
    let isFresh = signalSilence <= parameters.signal.coastAfter.value
    let status: DistanceEstimate.Status = !isFresh ? .coasting : isBound ? .fallback : .tracking
    let nearness = signal.near.nearness
    guard isBound, !nearness.isNear else { return signal.estimateInPlace(at: now, status) }
    var ahead = fallback
    if isRangePending { ahead.fold(range.state.motion, at: range.state.acceptTime, handOver) }
    ahead.predict(to: max(now, ahead.time), isAlone: silence > handOverDelay, handOver)
    let k = signal.model.signal.decibelsPerLogarithm
    let known = ahead.estimate(after: silence, k)
    var logDistance = known.logDistance
    // What UWB may be wrong by stays in all that was learned from it.
    var lasting = known.posture
    let taught =
      parameters.range.calibrationDeviation.value / max(range.state.motion.distance, 0.3)
    lasting += taught * taught
    if silence.isFinite {
      let weight = Double.exp((handOverDelay - silence) / parameters.handOver.blendTime.value)
      let last = CoastingModel.carried(range.state.motion, for: max(0, now - range.state.time))
      logDistance += weight * (Double.log(max(last, 0.05)) - logDistance)
    }
    return .logNormal(
      time: now, logDistance: clampedLogDistance(logDistance), variance: known.variance,
      lasting: lasting, radio: .ble, status: status, nearness: nearness)
  }

  /// When signal strength was last heard, interrupted or not.
  private var signalTime: Double { isBound ? fallback.lastReading : signal.lastReading }

  /// The last estimate of the radio that had the last sample, with the width that it has by now.
  private mutating func staleEstimate(at now: Double) -> DistanceEstimate? {
    var estimate = range.estimate(at: Seconds(now))
    if wide.lastTime > max(range.state.time, signalTime, sounding.lastTime) {
      estimate = wide.estimate(at: Seconds(now))
    } else if sounding.lastTime > max(range.state.time, signalTime) {
      estimate = sounding.estimate(at: now)
    } else if estimate == nil || isBound && signalTime > range.state.time {
      guard signalTime.isFinite else { return nil }
      estimate = signalEstimate(at: now, afterRange: .infinity, silence: .infinity)
    }
    estimate?.status = .stale
    return estimate
  }
}
