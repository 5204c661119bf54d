internal import RealModule

/// The default estimator: UWB ranges, ranges by channel sounding, distances reported by a phone, Bluetooth signal strength, and
/// wide ranges in one estimate.
///
/// - With UWB only, the filter is `RangeFilter`; with signal strength only, the filter is `SignalStrengthFilter`.
/// - With UWB and signal strength, the estimate comes from UWB. The signal-strength filter learns from UWB: the level of the
///   link, its usual place, and the width and speed of its motion.
/// - When UWB falls silent, the estimate continues from the last UWB distance with signal strength; when UWB returns, the
///   estimate comes from UWB at once.
/// - Channel sounding, or a distance reported by a phone, replaces missing UWB ranges before signal strength does: its error
///   is a meter, while the error of signal strength is a factor.
/// - Wide ranges are used when all other radios are silent: their error is several meters, but they reach far.
/// - When all radios are silent, the interval widens until the estimate is stale.
public struct FusionFilter: Estimator {
  package private(set) var parameters: Parameters
  private var range: RangeFilter
  private var sounding: SoundingFilter
  private var wide: WideRangeFilter
  /// The near test, and signal strength until the link has been learned from ultra-wideband.
  private var signal: SignalStrengthFilter
  /// Signal strength after the link has been learned from ultra-wideband.
  private var fallback: FallbackBelief
  private var consistency = JumpConsistencyTest()
  /// The time of the last sample; earlier samples change nothing.
  private var time = -Double.infinity
  private var lastRange = -Double.infinity
  private var lastSignal = -Double.infinity
  private var rangeInterval = 0.0
  /// Whether there was a confirmed range, so that signal strength learns from UWB.
  private var isBound = false
  /// The time since which the ranges have shown contact; infinity while they do not.
  private var contactSince = Double.infinity
  private var isTouched = false
  /// The number of distances taught by a person, and the doubt about the last distance.
  private var taught: (count: Int, doubt: TeachingDoubt?) = (0, nil)
  private var pace = LevelPace()

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    range = RangeFilter(parameters: parameters.range)
    sounding = SoundingFilter(parameters: parameters)
    wide = WideRangeFilter(parameters: parameters.wide)
    signal = SignalStrengthFilter(parameters: parameters.signal)
    fallback = FallbackBelief(signal.link)
  }

  /// Applies new constants during a session. The distance and its deviation are kept: a changed bias moves the distance at
  /// once, a changed path loss is learned again, and everything else continues without a jump.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
    range.reconfigure(parameters.range)
    sounding.reconfigure(parameters)
    wide.reconfigure(parameters.wide)
    signal.reconfigure(parameters.signal)
    fallback.adopt(signal.link)
  }

  /// Updates the state with a sample; returns whether it was used.
  @discardableResult public mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard now.isFinite, now >= time else { return false }
    if let event = sample.event {
      time = now
      range.note(event, at: now)
      return event == .at ? teach(sample.range, now) : handle(event, of: sample.radio)
    }
    // Checked first, because most samples are UWB.
    if sample.radio == .uwb { return updateRange(sample, now) }
    switch sample.radio.family {
    case .level: return updateSignal(sample, now)
    case .range: guard sounding.update(sample, parameters) else { return false }
    case .wideRange: guard wide.update(sample) else { return false }
    }
    time = now
    return true
  }

  /// Returns the posterior at a time, predicted from the last sample; `nil` before the first sample.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    var copy = self
    return copy.estimateInPlace(at: time)
  }

  /// Returns the posterior for the hot path. The state stays the same; the method is mutating only to avoid a copy of the
  /// filter.
  package mutating func estimateInPlace(at time: Seconds) -> DistanceEstimate? {
    let now = max(time.value, self.time)
    let silence = now - lastRange
    if silence <= handOverDelay { return range.estimateInPlace(at: Seconds(now)) }
    if sounding.isFresh(at: now, least: parameters.handOver.after.value) {
      return soundingEstimate(at: now, afterRange: silence)
    }
    let signalSilence = now - lastSignal
    if signalSilence <= parameters.signal.silence.stale.value {
      return signalEstimate(at: now, silence: signalSilence)
    }
    if !wide.isStale(at: now), wide.lastTime > max(lastRange, sounding.lastTime) {
      return wide.estimate(at: Seconds(now))
    }
    if !sounding.isStale(at: now), sounding.lastTime > lastRange {
      return soundingEstimate(at: now, afterRange: silence)
    }
    if silence <= parameters.range.silence.stale.value { return range.estimate(at: Seconds(now)) }
    return staleEstimate(at: now)
  }

  /// Returns the unfiltered range of a sample for zones; `nil` if the sample is not a range.
  @inline(__always) package func heard(_ sample: Sample) -> HeardRange? {
    guard sample.radio.family == .range, sample.range != nil else { return nil }
    let now = sample.time.value
    return sample.radio.standsIn ? sounding.heard(at: now) : range.heard(at: now)
  }

  package var contactProbability: Double? { range.contactProbability }

  // MARK: - Samples

  @inline(__always) private mutating func updateRange(_ sample: Sample, _ now: Double) -> Bool {
    guard let measured = sample.range, let reading = range.corrected(measured) else { return false }
    time = now
    // If signal strength contradicts a jump of ranges, the ranges must agree for a longer time.
    range.state.isHeldOff = consistency.contradicts(range.state)
    guard range.fold(measured, corrected: reading, at: now) else { return false }
    range.noteObstruction(sample)
    let pause = now - lastRange
    // A pause of 3 s or more is silence, not an interval of the radio.
    if pause < 3 { rangeInterval += 0.2 * (pause - rangeInterval) }
    lastRange = now
    guard range.state.confirmations >= 2 else { return true }
    isBound = true
    fallback.take(range.state.motion, at: range.state.acceptTime)
    noteContact(range.state.motion.distance, at: now)
    return true
  }

  /// Records the ranges of contact, from which the level of contact is learned after some time; ranges clearly outside
  /// contact end the result of the near test.
  private mutating func noteContact(_ distance: Double, at now: Double) {
    contactSince = distance < Self.contactDistance ? min(contactSince, now) : .infinity
    if distance > Self.apartDistance, signal.near.nearness.isNear { signal.near.clear() }
  }

  /// The range below which the devices are in contact, and the range above which they are not, in m; and the time that
  /// contact must last before the level is learned, in s.
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
    if !isAlone || !lastSignal.isFinite { pace = LevelPace() }
    pace.add(rssi.value, at: now)
    lastSignal = now
    guard isBound else {
      signal.fold(rssi.value, at: now, sample.channel)
      return true
    }
    if let answer = signal.near.nearness.answer {
      fallback.wait(until: now, at: isAlone ? answer.logDistance : nil)
      return true
    }
    let expected = sample.channel == nil ? 0 : fallback.expectedLevel(isAlone: isAlone)
    let level = signal.corrected(rssi.value, on: sample.channel, expected: expected)
    if range.state.candidate.count > 0 { consistency.fold(level, range.state, fallback.taught) }
    if isAlone { fallback.follow(level, at: now) } else { fallback.learn(level, at: now) }
    return true
  }

  private mutating func handle(_ event: LinkEvent, of radio: Radio) -> Bool {
    switch event {
    case .suspended, .peerLost: interrupt(radio)
    case .disconnected:
      isTouched = false
      Radio.allCases.forEach { interrupt($0) }
    case .still, .moving:
      signal.setStill(event == .still)
      fallback.setStill(event == .still)
    case .touched: isTouched = true
    case .released:
      isTouched = false
      signal.near.clear()
    default: return false
    }
    return true
  }

  /// Teaches a distance that a person states. Ranges take precedence.
  private mutating func teach(_ distance: Meters?, _ now: Double) -> Bool {
    guard let distance, distance.isFinite, distance >= 0.02, distance <= 100,
      now - lastRange > handOverDelay, lastSignal.isFinite
    else { return false }
    let before = learned.referencePower
    if isBound { fallback.teach(distance.value, at: now) } else { signal.teach(distance) }
    taught = (taught.count + 1, nil)
    let drift = pace.drift
    if drift > Self.steadyLevel {
      taught.doubt = .levelMoved(Decibels(drift))
    } else if taught.count > 1, let before, let after = learned.referencePower,
      (after - before).value.magnitude > Self.sameLevel
    {
      taught.doubt = .contradicts(Decibels((after - before).value.magnitude))
    }
    return true
  }

  /// The largest movement of the level while a person stands, and the largest difference between two agreeing places, in dB.
  private static let steadyLevel = 8.0
  private static let sameLevel = 6.0

  package var learned: LearnedLink {
    var learned = range.learned
    (learned.teachings, learned.teachingDoubt) = (taught.count, taught.doubt)
    guard fallback.isTaught || taught.count > 0 else {
      learned.take(parameters.signal)
      return learned
    }
    let slope = signal.link.slope
    let level = fallback.isTaught ? fallback.level(slope: slope) : signal.level
    (learned.referencePower, learned.powerDeviation) = (DBm(level.mean), Decibels(level.deviation))
    learned.exponent = PathLoss.exponent(ofSlope: slope)
    return learned
  }

  /// Marks the last sample of the radio as out of date.
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

  /// The variance of ln(distance) around the link's usual place, and whether ranges have taught it.
  package var usual: (variance: Double, isTaught: Bool) {
    (isBound ? fallback.memory.variance : signal.link.usualVariance, isBound)
  }

  // MARK: - Estimates

  private var handOverDelay: Double { max(parameters.handOver.after.value, 3 * rangeInterval) }

  /// Returns the estimate from channel sounding, with a glide from the last UWB distance.
  private mutating func soundingEstimate(at now: Double, afterRange silence: Double)
    -> DistanceEstimate?
  {
    guard var estimate = sounding.estimate(at: now) else { return nil }
    if isBound, estimate.status == .tracking { estimate.status = .fallback }
    guard silence.isFinite else { return estimate }
    let last = FallbackBelief.carried(range.state.motion, for: max(0, now - range.state.time))
    let weight = Double.exp((handOverDelay - silence) / Self.glideTime)
    estimate.shift(by: weight * (last - estimate.distance.value))
    return estimate
  }

  /// The time constant of the glide from UWB to the radio that replaces it, in s.
  private static let glideTime = 2.0

  private mutating func signalEstimate(
    at now: Double, silence signalSilence: Double
  ) -> DistanceEstimate {
    let isFresh = signalSilence <= parameters.signal.silence.coasting.value
    let status: DistanceEstimate.Status = !isFresh ? .coasting : isBound ? .fallback : .tracking
    let nearness = signal.near.nearness
    guard isBound, !nearness.isNear else { return signal.estimate(at: now, status) }
    let answer = fallback.answer(at: now)
    let (variance, width) = (answer.variance, FallbackBelief.widthFactor)
    return .logNormal(
      time: now, logDistance: clampedLogDistance(answer.mean), variance: variance,
      lasting: (width * width - 1) * variance, radio: .ble, status: status, nearness: nearness,
      modes: answer.modes)
  }

  private var signalTime: Double { max(fallback.lastReading, signal.lastReading) }

  private mutating func staleEstimate(at now: Double) -> DistanceEstimate? {
    var estimate = range.estimate(at: Seconds(now))
    if wide.lastTime > max(range.state.time, signalTime, sounding.lastTime) {
      estimate = wide.estimate(at: Seconds(now))
    } else if sounding.lastTime > max(range.state.time, signalTime) {
      estimate = sounding.estimate(at: now)
    } else if estimate == nil || isBound && signalTime > range.state.time {
      guard signalTime.isFinite else { return nil }
      estimate = signalEstimate(at: now, silence: .infinity)
    }
    estimate?.status = .stale
    return estimate
  }
}
