public import Quantities

/// One change of zone, or of what is known about it, and why.
public struct ZoneChange: Sendable, Hashable {
  /// Why a zone changes.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The first zone after none.
    case acquired
    /// An edge was crossed inward, with the certainty or margin that the rule asks for.
    case entered
    /// An edge was crossed outward, with the certainty or margin that the rule asks for.
    case left
    /// The distance stayed below half the edge, in a zone too small to be certain about.
    case reached
    /// The distance stayed beyond the edge, uncertain but for long.
    case settled
    /// Readings have stopped; the zone is kept for now: `from` and `to` are the same.
    case coasting
    /// Silence has lasted too long to know the zone.
    case stale
    /// Silence has lasted so long that the peer is given up: `from` and `to` are both `nil`.
    case lost
    /// The link was lost.
    case disconnected
    /// The ranging session was suspended.
    case suspended
    /// The peer was reported as gone.
    case peerLost
  }

  /// When it takes effect.
  public var time: Seconds
  /// The zone before, counted from the nearest; `nil` for none.
  public var from: Int?
  /// The zone after, counted from the nearest; `nil` for none.
  public var to: Int?
  /// Why.
  public var reason: Reason
  /// Probability of being in the new zone's direction from the edge that decided (for `.acquired`, of
  /// being in the zone); `nil` when no reading decided.
  public var probability: Double?
  /// The last trusted distance and its interval; `nil` before there was any.
  public var distance: DistanceInterval?
  /// How long the evidence had been there before it counted; for silence, how long it lasted.
  public var waited: Seconds

  /// Whether the zone itself changes, not only what is known about it.
  public var isMove: Bool { from != to }

  /// A change from its parts.
  public init(
    time: Seconds, from: Int?, to: Int?, reason: Reason, probability: Double? = nil,
    distance: DistanceInterval? = nil, waited: Seconds = 0
  ) {
    self.time = time
    self.from = from
    self.to = to
    self.reason = reason
    self.probability = probability
    self.distance = distance
    self.waited = waited
  }
}

/// The distance that stood behind a decision.
public struct DistanceInterval: Sendable, Hashable {
  /// The median.
  public var median: Meters
  /// Lower end of the interval.
  public var low: Meters
  /// Upper end of the interval.
  public var high: Meters
  /// What it rests on.
  public var source: DistancePosterior.Source

  /// The part of a posterior that is reported.
  public init(_ posterior: DistancePosterior) {
    median = posterior.median
    low = posterior.low
    high = posterior.high
    source = posterior.source
  }
}

/// A change of zone that was considered: taken, or not and why. A record for explaining.
public struct ZoneConsideration: Sendable, Hashable {
  /// What became of it.
  public enum Outcome: Sendable, Hashable {
    /// The zone changed.
    case taken(ZoneChange.Reason)
    /// The distance came back over the edge before the rule was met.
    case returned
    /// The rule was met, but the last change is less than the dwell ago. Reported once; the change
    /// follows when the time has passed and the rule still holds.
    case tooSoon
    /// The dwell has passed, but with too few independent readings. Reported once.
    case tooFewSamples
    /// The posterior that would have begun it may not decide. Reported for the first in a row.
    case untrusted
  }

  /// When it was taken or given up.
  public var time: Seconds
  /// The zone before.
  public var from: Int?
  /// The zone that was considered.
  public var to: Int?
  /// The strongest probability of the change that was reached; `nil` when no reading decided.
  public var probability: Double?
  /// The distance at that time and its interval.
  public var distance: DistanceInterval?
  /// How long the evidence had been there.
  public var waited: Seconds
  /// What became of it.
  public var outcome: Outcome

  /// A record from its parts.
  public init(
    time: Seconds, from: Int?, to: Int?, probability: Double?, distance: DistanceInterval?,
    waited: Seconds, outcome: Outcome
  ) {
    self.time = time
    self.from = from
    self.to = to
    self.probability = probability
    self.distance = distance
    self.waited = waited
    self.outcome = outcome
  }

  /// The record of a change that was taken.
  public init(_ change: ZoneChange) {
    self.init(
      time: change.time, from: change.from, to: change.to, probability: change.probability,
      distance: change.distance, waited: change.waited, outcome: .taken(change.reason))
  }
}
