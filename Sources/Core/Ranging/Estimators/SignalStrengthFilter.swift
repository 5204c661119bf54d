public import Observations
public import Quantities

/// How far a path-loss model may be trusted for the link at hand.
public enum PathLossTrust: String, Sendable, Hashable, CaseIterable {
  /// Measured on this very link, at its usual distances.
  case thisLink
  /// Measured on this kind of device in this kind of place.
  case thisKind
  /// Measured elsewhere, or of unknown origin.
  case elsewhere
  /// Nothing is known.
  case unknown

  /// How wrong the reference power may be: one standard deviation. Chosen on recordings (decision 11):
  /// with 2 dB the error is at most 4 % above that of a constant answer, even where the power is wrong
  /// by 14 dB.
  package var powerDeviation: Decibels {
    switch self {
    case .thisLink: 1
    case .thisKind: 2
    case .elsewhere: 3
    case .unknown: 9
    }
  }
}

/// The recommended filter for signal strength alone: a Kalman filter over x = ln(distance) and
/// b = offset of the reference power, with x pulled towards the place where such links usually are.
///
/// Inverting RSSI sample by sample is worse than always answering the usual distance; what helps is
/// this prior, an honest and very large noise that counts readings by the time between them, and
/// doubt about weak readings, which are mostly fades. See `docs/decisions/0011-signal-strength.md`.
public struct SignalStrengthFilter: Estimator {
  /// The constants in force.
  package private(set) var parameters: Parameters
  package internal(set) var belief: LogDistanceBelief
  package internal(set) var prior: LogDistancePrior
  private var noise: SignalNoise
  private var channels = ChannelOffsets()
  private var lastReading = -Double.infinity

  /// A filter that has seen nothing.
  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    prior = LogDistancePrior(parameters)
    noise = SignalNoise(parameters)
    belief = LogDistanceBelief(prior)
  }

  /// Takes new constants over while running: the distance and its width stay, what was learned
  /// about the old reference power goes.
  package mutating func reconfigure(_ parameters: Parameters) {
    self.parameters = parameters
    prior = LogDistancePrior(parameters)
    noise = SignalNoise(parameters)
    belief.forgetPower(prior)
  }

  /// Folds one observation into the state; returns whether it was used.
  @discardableResult
  public mutating func update(_ observation: Observation) -> Bool {
    guard let rssi = observation.rssi, observation.radio == .ble else { return false }
    return update(rssi, at: observation.time, channel: observation.channel)
  }

  /// Folds one reading into the state.
  ///
  /// - Parameters:
  ///   - rssi: The reading.
  ///   - time: When, on the trace's own clock.
  ///   - channel: The advertising channel, where known: offsets between channels are learned.
  /// - Returns: Whether the reading was used; `false` for one that is not usable at all. Weak
  ///   readings are used with less weight, never rejected.
  @discardableResult
  package mutating func update(
    _ rssi: DBm, at time: Seconds, channel: UInt8? = nil
  ) -> Bool {
    let now = time.value
    guard isPlausible(rssi), now.isFinite, now >= belief.time else { return false }
    belief.predict(to: now, prior)
    var power = rssi.value
    if let channel {
      power = channels.corrected(power, on: channel, expected: belief.expectedPower(noise))
    }
    belief.fold(power, after: now - lastReading, noise)
    lastReading = now
    return true
  }

  /// The posterior at a time, predicted from the last observation; `nil` before there is any.
  public func estimate(at time: Seconds) -> DistanceEstimate? {
    guard lastReading.isFinite else { return nil }
    var ahead = belief
    ahead.predict(to: max(time.value, belief.time), prior)
    let silence = time.value - lastReading
    let status: DistanceEstimate.Status =
      silence > parameters.staleAfter.value
      ? .stale : silence > parameters.coastAfter.value ? .coasting : .tracking
    return .logNormal(
      time: time.value, logDistance: clampedLogDistance(ahead.x), variance: ahead.p,
      widthFactor: prior.widthFactor, radio: .ble, status: status)
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
