/// A change of the zone, or of the knowledge about it, with its reason.
public struct ZoneChange: Sendable, Hashable {
  /// The reason for a change of zone.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The first zone was found.
    case acquired
    /// An edge was crossed inward, with the evidence or margin that the rule requires.
    case entered
    /// An edge was crossed outward, with the evidence or margin that the rule requires.
    case left
    /// Readings have stopped; the zone is kept for now: `from` and `to` are equal.
    case coasting
    /// Silence has lasted too long to know the zone.
    case stale
    /// Silence has lasted until the peer is given up: `from` and `to` are both `nil`.
    case lost
    /// The link was lost.
    case disconnected
    /// The ranging session was suspended.
    case suspended
    /// The peer was reported as gone.
    case peerLost
    /// The devices touch.
    case touched
    /// The edges were moved during the session.
    case settings
    /// The zone in force has become too unlikely to be known.
    case unknown
    /// The zone in force is likely enough again.
    case known
  }

  /// The time at which the change takes effect.
  public var time: Seconds
  /// The zone before the change, counted from the nearest; `nil` if there was no zone.
  public var from: Int?
  /// The zone after the change, counted from the nearest; `nil` if there is no zone.
  public var to: Int?
  /// The reason for the change.
  public var reason: Reason
  /// The evidence that decided; `nil` when no reading decided.
  public var evidence: ZoneEvidence?
  /// The last trusted distance and its interval; `nil` before the first trusted distance.
  public var distance: DistanceInterval?
  /// The probability of contact, 0 to 1, if the change leads to the nearest zone; `nil` for a change to any other zone, and
  /// if ranges do not decide.
  public var contactProbability: Double?
  /// The time for which the evidence was above zero before it sufficed; for the first zone, the time for which the zone
  /// stayed the same; for silence, the duration of the silence.
  public var waited = Seconds.zero
  /// The cause, if the change is due to silence.
  public var silence: SilenceCause?

  /// Whether the zone itself changes, not only the knowledge about it.
  public var isMove: Bool { from != to }
}

/// The evidence of a decision about an edge.
public struct ZoneEvidence: Sendable, Hashable {
  /// The evidence as a share of the rule's requirement; from 1 on, the edge changes sides.
  public var share: Double
  /// The distance that was compared: the median, extrapolated along its velocity.
  public var led: Meters
  /// The short-term deviation of the distance: in meters for ranges, in ln(distance) for signal strength.
  public var deviation: Double
  /// The end of the band that the distance had to pass; `nil` for the first zone, which crosses no edge.
  public var reference: Meters?
  /// The probability of the zone after the change, 0 to 1; `nil` for rules without probabilities.
  public var probability: Double?
  /// The probability that something has moved, rather than that a body is in the way, 0 to 1; `nil` while there are ranges.
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

/// The distance of a decision, with its interval.
public struct DistanceInterval: Sendable, Hashable {
  /// The median.
  public var median: Meters
  /// The lower end of the interval.
  public var low: Meters
  /// The upper end of the interval.
  public var high: Meters
  /// The radio of the distance.
  public var radio: Radio

  package init(_ estimate: DistanceEstimate) {
    (median, radio) = (estimate.distance, estimate.radio)
    (low, high) = (estimate.low, estimate.high)
  }
}
