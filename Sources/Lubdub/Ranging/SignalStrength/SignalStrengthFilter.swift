/// The recommended filter for signal strength alone: a test for contact on the level, and behind it a
/// filter of the level that follows what lasts and forgives a reference power that is off.
///
/// Inverting RSSI sample by sample is worse than always answering the usual distance; what helps is
/// a prior, an honest and large noise that counts readings by the time between them, and doubt about weak
/// readings, which are mostly fades. See `docs/decisions/0013-signal-strength-that-follows.md`.
public struct SignalStrengthFilter: Estimator {
  package private(set) var parameters: Parameters
  package private(set) var belief: LevelBelief
  package internal(set) var model: LevelModel
  package internal(set) var near: NearTest
  private var isHeld = false
  private var channels = ChannelOffsets()
  private(set) var lastReading = -Double.infinity

  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    model = LevelModel(parameters)
    belief = LevelBelief(model)
    near = NearTest(parameters)
  }

  /// Takes new constants over while running: the distance stays, what was learned about the old reference
  /// power goes.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
    let old = model
    model = LevelModel(parameters)
    belief.adopt(model, from: old)
    near.contactLevel = ContactLevel(parameters)
  }

  /// Folds one sample into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ sample: Sample) -> Bool {
    guard let rssi = sample.rssi, sample.radio == .ble else { return false }
    return update(rssi, at: sample.time, channel: sample.channel)
  }

  /// Folds one reading into the state.
  /// Returns whether the reading was used; `false` for one that is not usable at all. Weak readings
  /// are used with less weight, never rejected.
  @discardableResult
  package mutating func update(
    _ rssi: DBm, at time: Seconds, channel: UInt8? = nil
  ) -> Bool {
    let now = time.value
    guard isPlausible(rssi), now.isFinite, now >= lastReading else { return false }
    test(rssi.value, at: now)
    fold(rssi.value, at: now, channel)
    return true
  }

  /// Gives a reading to the near test, which comes first.
  mutating func test(_ rssi: Double, at now: Double) {
    near.update(rssi, at: now, longestPause: parameters.staleAfter.value)
  }

  /// Folds in a reading that the near test has seen.
  mutating func fold(_ rssi: Double, at now: Double, _ channel: UInt8?) {
    lastReading = now
    guard near.nearness == .apart else {
      isHeld = true
      belief.wait(until: now)
      return
    }
    if isHeld {
      belief.restart(
        at: Nearness.parted.logDistance, deviation: Nearness.parted.deviation, model)
    }
    isHeld = false
    belief.predict(to: now, model)
    belief.fold(corrected(rssi, on: channel, expected: belief.expectedPower(model)), model)
  }

  /// A reading without the offset of its channel, which is learned.
  mutating func corrected(_ rssi: Double, on channel: UInt8?, expected: Double) -> Double {
    guard let channel else { return rssi }
    return channels.corrected(rssi, on: channel, expected: expected)
  }

  /// The posterior at a time, predicted from the last sample; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    guard lastReading.isFinite else { return nil }
    let silence = time.value - lastReading
    let status: DistanceEstimate.Status =
      silence > parameters.staleAfter.value
      ? .stale : silence > parameters.coastAfter.value ? .coasting : .tracking
    var copy = self
    return copy.estimateInPlace(at: time.value, status)
  }

  /// The posterior at a time, with a status that the caller knows. It changes nothing, but what is mutating is not
  /// copied to be read.
  mutating func estimateInPlace(
    at now: Double, _ status: DistanceEstimate.Status
  ) -> DistanceEstimate {
    let answer = logDistance(at: now)
    let factor = parameters.widthFactor
    return .logNormal(
      time: now, logDistance: answer.logDistance, variance: answer.variance,
      lasting: (factor * factor - 1) * answer.variance, radio: .ble, status: status,
      nearness: near.nearness)
  }

  /// ln(distance) and its variance at a time.
  mutating func logDistance(at now: Double) -> (logDistance: Double, variance: Double) {
    if let answer = near.nearness.answer { return answer }
    var ahead = belief
    ahead.predict(to: max(now, belief.time), model)
    let (logDistance, variance) = ahead.estimate(model)
    return (clampedLogDistance(logDistance), variance)
  }
}

/// Whether a received power is one: finite, negative, and not below what receivers can hear. Many
/// stacks report 0, 127 or -128 for "no reading".
package func isPlausible(_ rssi: DBm) -> Bool {
  rssi.value < 0 && rssi.value > -120
}

/// Limits ln(distance) to that of 0.05 to 100 m, the range in which the path-loss model holds.
package func clampedLogDistance(_ x: Double) -> Double {
  min(max(x, -2.995_732_273_553_991), 4.605_170_185_988_092)
}
