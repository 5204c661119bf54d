/// One change of zone, or of what is known about it, and why.
public struct ZoneChange: Sendable, Hashable {
  /// Why a zone changes.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The first zone after none.
    case acquired
    /// An edge was crossed inward, with the evidence or margin that the rule asks for.
    case entered
    /// An edge was crossed outward, with the evidence or margin that the rule asks for.
    case left
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
    /// The devices touch.
    case touched
    /// The edges were moved while running.
    case settings
    /// The zone that counts has become too unlikely to be known.
    case unknown
    /// It is likely enough again.
    case known
  }

  /// When it takes effect.
  public var time: Seconds
  /// The zone before, counted from the nearest; `nil` for none.
  public var from: Int?
  /// The zone after, counted from the nearest; `nil` for none.
  public var to: Int?
  /// Why.
  public var reason: Reason
  /// What decided; `nil` when no reading did.
  public var evidence: ZoneEvidence?
  /// The last trusted distance and its interval; `nil` before there was any.
  public var distance: DistanceInterval?
  /// The probability of contact, 0 to 1, where the change leads to the nearest zone; `nil` where ranges do not decide, and
  /// for other zones.
  public var contactProbability: Double?
  /// How long the evidence had been above zero before it sufficed; for the first zone, how long the
  /// zone had been the same; for silence, how long it lasted.
  public var waited = Seconds.zero
  /// For silence, why nothing was heard.
  public var silence: SilenceCause?

  /// Whether the zone itself changes, not only what is known about it.
  public var isMove: Bool { from != to }
}

/// What stood behind a decision about an edge.
public struct ZoneEvidence: Sendable, Hashable {
  /// The evidence as a share of what the rule asks for; from 1 on the edge changes sides.
  public var share: Double
  /// The distance that was judged: the median, carried ahead along its velocity.
  public var led: Meters
  /// Short-term deviation of the distance: in metres for ranges, in ln(distance) for signal strength.
  public var deviation: Double
  /// The end of the band that the distance had to be beyond; `nil` for the first zone, where no edge is crossed.
  public var reference: Meters?
  /// How likely the zone is that the change leads to, 0 to 1; `nil` for rules that know no probability.
  public var probability: Double?
  /// How likely it is that something has moved, in place of a body in the way, 0 to 1; `nil` while there are ranges.
  public var moved: Double?

  init(
    share: Double, led: Meters, deviation: Double, reference: Meters?,
    _ estimate: DistanceEstimate, _ test: RadioTest, zone: Int
  ) {
    (self.share, self.led, self.deviation, self.reference) = (share, led, deviation, reference)
    probability = test.probability(of: zone, estimate)
    moved = estimate.modes?.moved
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
  /// The radio that it rests on.
  public var radio: Radio

  package init(_ estimate: DistanceEstimate) {
    (median, radio) = (estimate.distance, estimate.radio)
    (low, high) = (estimate.low, estimate.high)
  }
}
