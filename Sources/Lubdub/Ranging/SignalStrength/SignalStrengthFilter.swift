internal import RealModule

/// The recommended filter for signal strength only: a test for contact on the level, and after it two hypotheses about a link
/// whose level is never known exactly.
///
/// Inverting RSSI sample by sample is worse than always returning the usual distance. This filter uses a prior for the level
/// of the link, shadows that fade, and a noise that weighs readings by the time between them. See
/// `docs/decisions/04-signal-strength.md`.
public struct SignalStrengthFilter: Estimator {
  package private(set) var parameters: Parameters
  package private(set) var link: LinkModel
  private(set) var modes: TwoModes
  package internal(set) var near: NearTest
  private var isHeld = false
  private var channels = ChannelOffsets()
  private(set) var lastReading = -Double.infinity
  /// The hold of strong levels; `nil` to use every reading at once.
  var hold: LevelHold? = LevelHold()
  private var isTaught = false
  /// The time of the last reading that counted, in s: a waiting reading does not count.
  private var lastFolded = -Double.infinity

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    link = LinkModel(parameters)
    modes = link.start
    near = NearTest(parameters)
  }

  /// Applies new constants during a session: the distance stays, and values learned about the old reference power are dropped.
  package mutating func reconfigure(_ parameters: Parameters) {
    let isSameLink = self.parameters.calibrated(by: parameters) == self.parameters
    self.parameters = parameters
    guard !isSameLink else { return }
    let (old, believed) = (modes, modes.answer)
    link = LinkModel(parameters)
    modes = link.start
    modes.place(at: believed.mean, variance: believed.variance)
    modes.moved = old.moved
    modes.model.isStill = old.model.isStill
    near.contactLevel = ContactLevel(parameters)
  }

  /// Updates the state with a sample; returns whether it was used.
  @discardableResult public mutating func update(_ sample: Sample) -> Bool {
    guard let rssi = sample.rssi, sample.radio == .ble else { return false }
    return update(rssi, at: sample.time, channel: sample.channel)
  }

  /// Updates the state with a reading; returns whether it was usable. Weak readings have less weight, and are never rejected.
  @discardableResult package mutating func update(
    _ rssi: DBm, at time: Seconds, channel: UInt8? = nil
  ) -> Bool {
    let now = time.value
    guard isPlausible(rssi), now.isFinite, now >= lastReading else { return false }
    test(rssi.value, at: now)
    fold(rssi.value, at: now, channel)
    return true
  }

  mutating func test(_ rssi: Double, at now: Double) {
    near.update(rssi, at: now, longestPause: parameters.silence.stale.value)
  }

  mutating func fold(_ rssi: Double, at now: Double, _ channel: UInt8?) {
    let duration = lastReading.isFinite ? now - lastReading : 0
    if duration > parameters.silence.stale.value, hold != nil { hold = LevelHold() }
    lastReading = now
    let before = lastFolded
    lastFolded = now
    guard near.nearness == .apart else {
      isHeld = true
      return
    }
    if isHeld {
      let deviation = Nearness.parted.deviation
      modes.place(at: Nearness.parted.logDistance, variance: deviation * deviation)
    }
    isHeld = false
    modes.advance(duration)
    // No path loss reaches this level: only the near test uses it.
    guard rssi < NearTest.strongest else { return }
    let expected = channel == nil ? rssi : modes.expected(0).level
    let reading = corrected(rssi, on: channel, expected: expected)
    let pause = before.isFinite ? now - before : TwoModesModel.Noise.longestPause
    let noise = modes.model.noise.variance(after: pause)
    if hold == nil {
      modes.fold(reading, noise)
    } else if let level = hold?.take(reading, expected: modes.expected(noise)) {
      modes.fold(level, noise)
    } else {
      lastFolded = before
    }
  }

  mutating func corrected(_ rssi: Double, on channel: UInt8?, expected: Double) -> Double {
    guard let channel else { return rssi }
    return channels.corrected(rssi, on: channel, expected: expected)
  }

  mutating func teach(_ distance: Meters) {
    guard lastReading.isFinite else { return }
    modes.teach(Double.log(distance.value))
    isTaught = true
  }

  /// The present level at one meter, in dBm, and its deviation, in dB.
  var level: (mean: Double, deviation: Double) {
    let level = modes.whole
    return (level.level + modes.model.slope * modes.model.origin, level.variance.squareRoot())
  }

  /// Whether a calibration or a person determined the level of a distance.
  private var isLevelKnown: Bool { isTaught || parameters.trust != .unknown }

  mutating func setStill(_ isStill: Bool) { modes.model.isStill = isStill }

  /// Returns the posterior at a time, predicted from the last sample; `nil` before the first sample.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    guard lastReading.isFinite else { return nil }
    return estimate(at: time.value, parameters.silence.status(after: time.value - lastReading))
  }

  func estimate(at now: Double, _ status: DistanceEstimate.Status) -> DistanceEstimate {
    if let answer = near.nearness.answer {
      return .logNormal(
        time: now, logDistance: answer.logDistance, variance: answer.variance, radio: .ble,
        status: status, nearness: near.nearness)
    }
    var ahead = modes
    if lastReading.isFinite, now > lastReading { ahead.advance(now - lastReading) }
    let answer = ahead.answer
    let (mean, variance) = (answer.mean, answer.variance)
    let whole = TwoModes.Mixture(
      moved: answer.moved, means: .init(mean, mean), variances: .init(variance, variance))
    return .logNormal(
      time: now, logDistance: clampedLogDistance(mean), variance: variance,
      lasting: (link.width * link.width - 1) * variance, radio: .ble, status: status,
      nearness: near.nearness, modes: whole.modes, isLevelKnown: isLevelKnown)
  }
}

/// Returns whether a received power is valid: finite, negative, and not below the least power that receivers can hear. Many
/// stacks report 0, 127, or -128 for "no reading".
package func isPlausible(_ rssi: DBm) -> Bool { rssi.value < 0 && rssi.value > -120 }

/// Limits ln(distance) to the range from 0.05 to 100 m, in which the path-loss model is valid.
package func clampedLogDistance(_ x: Double) -> Double {
  min(max(x, -2.995_732_273_553_991), 4.605_170_185_988_092)
}
