public import Observations
public import Quantities
internal import RealModule

/// The default estimator: UWB ranges, ranges by channel sounding, Bluetooth signal strength and
/// positions in one estimate.
///
/// - UWB alone is `RangeFilter`; signal strength alone is `SignalStrengthFilter`.
/// - With both, UWB is shown, and signal strength learns from it: the reference power, where the
///   link usually is, how widely it roams and how fast.
/// - When UWB falls silent the estimate glides from the last UWB distance to that of signal
///   strength; when UWB returns it is shown at once.
/// - Channel sounding stands in for silent UWB before signal strength does: it is a metre off, and
///   signal strength a factor.
/// - Positions stand in when all radios between the two are silent: they are metres off, but reach as
///   far as the sky.
/// - When all are silent the interval widens until the estimate is stale.
public struct FusionFilter: Estimator {
  /// The constants in force.
  package private(set) var parameters: Parameters
  private var range: RangeFilter
  private var sounding: SoundingFilter
  private var position: PositionFilter
  private var signal: LogDistanceBelief
  private var prior: LogDistancePrior
  private var noise: SignalNoise
  private var memory: LinkMemory
  private var motion: CoastingModel
  private var channels = ChannelOffsets()
  private var consistency = JumpConsistencyTest()
  /// Time of the last observation; an earlier one changes nothing.
  private var time = -Double.infinity
  private var lastRange = -Double.infinity
  private var lastSignal = -Double.infinity
  /// Smoothed time between ranges.
  private var rangeInterval = 0.0
  /// Whether the last range has not been folded into the signal's belief yet.
  private var isRangePending = false
  /// Whether there was a confirmed range, so that signal strength learns from UWB.
  private var isBound = false

  /// A filter that has seen nothing.
  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    range = RangeFilter(parameters: parameters.range)
    sounding = SoundingFilter(parameters: parameters.sounding)
    position = PositionFilter(parameters: parameters.position)
    prior = LogDistancePrior(parameters.signal)
    noise = SignalNoise(parameters.signal)
    signal = LogDistanceBelief(prior)
    memory = LinkMemory(prior)
    motion = CoastingModel(memory.mobility)
  }

  /// Takes new constants over while running. The distance and its width are kept: a changed bias
  /// moves the distance at once, a changed path loss is learned anew, nothing else jumps.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
    range.reconfigure(parameters.range)
    sounding.reconfigure(parameters.sounding)
    position.reconfigure(parameters.position)
    let learned = prior
    prior = LogDistancePrior(parameters.signal)
    noise = SignalNoise(parameters.signal)
    if isBound {
      bind()
      prior.mean = learned.mean
      prior.variance = learned.variance
    }
    signal.forgetPower(prior)
  }

  /// Folds one observation into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ observation: Observation) -> Bool {
    let now = observation.time.value
    guard now.isFinite, now >= time else { return false }
    if let event = observation.event {
      time = now
      return handle(event, of: observation.radio)
    }
    switch observation.radio {
    case .uwb: return updateRange(observation, now)
    case .ble: return updateSignal(observation, now)
    case .cs:
      guard let reading = observation.range, sounding.update(reading, at: now) else { return false }
      time = now
      return true
    case .gnss:
      guard position.update(observation) else { return false }
      time = now
      return true
    }
  }

  /// The posterior at a time, predicted from the last observation; `nil` before there is any.
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
    if !position.isStale(at: now), position.lastTime > max(lastRange, sounding.lastTime) {
      return position.estimate(at: Seconds(now))
    }
    if !sounding.isStale(at: now), sounding.lastTime > lastRange {
      return soundingEstimate(at: now, afterRange: silence)
    }
    if silence <= parameters.range.staleAfter.value { return range.estimate(at: Seconds(now)) }
    return staleEstimate(at: now)
  }
}

// MARK: - Observations

extension FusionFilter {
  private mutating func updateRange(_ observation: Observation, _ now: Double) -> Bool {
    guard let reading = observation.range, reading.isFinite else { return false }
    time = now
    range.state.isHeldOff =
      parameters.handOver.guardsAgainstBursts && consistency.contradicts(range.state)
    guard range.update(observation) else { return false }
    let pause = now - lastRange
    // A pause of 3 s or more is silence, and no interval of the radio.
    if pause < 3 { rangeInterval += 0.2 * (pause - rangeInterval) }
    lastRange = now
    guard range.state.confirmations >= 2 else { return true }
    if !isBound {
      bind()
      signal.w = prior.powerVariance
    }
    isRangePending = true
    if memory.isDue(at: now) { learnFromRange() }
    return true
  }

  private mutating func updateSignal(_ observation: Observation, _ now: Double) -> Bool {
    guard let rssi = observation.rssi, isPlausible(rssi) else { return false }
    time = now
    foldPendingRange()
    if isBound {
      signal.predict(to: now, prior, &motion)
    } else {
      signal.predict(to: now, prior)
    }
    var power = rssi.value
    if let channel = observation.channel {
      power = channels.corrected(power, on: channel, expected: signal.expectedPower(noise))
    }
    if isBound, range.state.candidateCount > 0 {
      consistency.fold(power, range.state, offset: signal.b, noise)
    }
    signal.fold(power, after: now - lastSignal, noise)
    lastSignal = now
    return true
  }

  private mutating func handle(_ event: LinkEvent, of radio: Radio) -> Bool {
    switch event {
    case .suspended, .peerLost: interrupt(radio)
    case .disconnected: Radio.allCases.forEach { interrupt($0) }
    default: return false
    }
    return true
  }

  /// From now on the last sample of the radio counts as out of date.
  private mutating func interrupt(_ radio: Radio) {
    switch radio {
    case .uwb:
      lastRange = -.infinity
      range.interrupt()
    case .ble: lastSignal = -.infinity
    case .cs: sounding.interrupt()
    case .gnss: position.interrupt()
    }
  }
}

// MARK: - What signal strength learns from UWB

extension FusionFilter {
  /// Folds the last accepted range, at its own time, into the signal's belief.
  private mutating func foldPendingRange() {
    guard isRangePending else { return }
    fold(range.state, into: &signal, &motion)
    isRangePending = false
  }

  private func fold(
    _ state: RangeFilter.State, into belief: inout LogDistanceBelief, _ motion: inout CoastingModel
  ) {
    belief.predict(to: state.acceptTime, prior, &motion)
    belief.fold(distance: state.motion.distance)
    motion.restart(velocity: state.motion.velocity)
  }

  private mutating func learnFromRange() {
    foldPendingRange()
    memory.learn(range.state.motion.distance, at: range.state.acceptTime)
    memory.apply(to: &prior)
    motion.mobility = memory.mobility
  }

  /// The variance of ln(distance) around the link's usual place; `nil` before any range was there.
  package var learnedVariance: Double? { isBound ? prior.variance : nil }

  /// From now on the reference power is learned, and the constants are those for learning.
  private mutating func bind() {
    isBound = true
    let handOver = parameters.handOver
    noise.fadingDensity = handOver.fadingDensity
    noise.floorVariance = handOver.floorVariance
    noise.longestInterval = handOver.longestInterval.value
    prior.powerVariance = handOver.powerDeviation.value * handOver.powerDeviation.value
    prior.inverseReferencePowerTime = 1 / handOver.referencePowerTime.value
    prior.widthFactor = 1
  }
}

// MARK: - Estimates

extension FusionFilter {
  /// How long the last range is shown before signal strength stands in.
  private var handOverDelay: Double { max(parameters.handOver.after.value, 3 * rangeInterval) }

  /// What channel sounding says, with a glide from the last UWB distance.
  private func soundingEstimate(at now: Double, afterRange silence: Double) -> DistanceEstimate? {
    guard var estimate = sounding.estimate(at: now) else { return nil }
    if isBound, estimate.status == .tracking { estimate.status = .fallback }
    guard silence.isFinite else { return estimate }
    let last = CoastingModel.carried(range.state.motion, for: max(0, now - range.state.time))
    let weight = Double.exp((handOverDelay - silence) / parameters.handOver.blendTime.value)
    estimate.shift(by: weight * (last - estimate.distance.value))
    return estimate
  }

  private func signalEstimate(
    at now: Double, afterRange silence: Double, silence signalSilence: Double
  ) -> DistanceEstimate {
    let ahead = signalAhead(at: now)
    var logDistance = ahead.x
    if silence.isFinite {
      let weight = Double.exp((handOverDelay - silence) / parameters.handOver.blendTime.value)
      let last = CoastingModel.carried(range.state.motion, for: max(0, now - range.state.time))
      logDistance += weight * (Double.log(max(last, 0.05)) - logDistance)
    }
    let isFresh = signalSilence <= parameters.signal.coastAfter.value
    return .logNormal(
      time: now, logDistance: clampedLogDistance(logDistance), variance: ahead.p,
      widthFactor: prior.widthFactor, radio: .ble,
      status: !isFresh ? .coasting : isBound ? .fallback : .tracking)
  }

  /// The signal's belief at a time, the last accepted range included.
  private func signalAhead(at now: Double) -> LogDistanceBelief {
    var belief = signal
    guard isBound else {
      belief.predict(to: max(now, belief.time), prior)
      return belief
    }
    var motion = motion
    if isRangePending { fold(range.state, into: &belief, &motion) }
    belief.predict(to: max(now, belief.time), prior, &motion)
    return belief
  }

  /// The last estimate of the radio that had the last sample, with the width that it has by now.
  private func staleEstimate(at now: Double) -> DistanceEstimate? {
    var estimate = range.estimate(at: Seconds(now))
    if position.lastTime > max(range.state.time, signal.time, sounding.lastTime) {
      estimate = position.estimate(at: Seconds(now))
    } else if sounding.lastTime > max(range.state.time, signal.time) {
      estimate = sounding.estimate(at: now)
    } else if estimate == nil || isBound && signal.time > range.state.time {
      guard signal.time.isFinite else { return nil }
      estimate = signalEstimate(at: now, afterRange: .infinity, silence: .infinity)
    }
    estimate?.status = .stale
    return estimate
  }
}
