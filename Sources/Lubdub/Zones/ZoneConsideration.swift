/// A considered change of zone, with its outcome. A record for explanations.
public struct ZoneConsideration: Sendable, Hashable {
  /// The outcome of a considered change.
  public enum Outcome: Sendable, Hashable {
    /// The zone changed.
    case taken(ZoneChange.Reason)
    /// The evidence returned to zero before it sufficed.
    case returned
    /// Hysteresis: the dwell has passed, but with too few independent readings. Reported once.
    case tooFewSamples
    /// The estimate is in another zone but is not allowed to decide. Of several such estimates in a row, only the first is
    /// reported.
    case untrusted
  }

  package var time: Seconds
  package var from: Int?
  package var to: Int?
  /// The evidence at its largest; `nil` when no reading decided.
  package var evidence: ZoneEvidence?
  package var distance: DistanceInterval?
  /// The time for which the evidence was above zero.
  package var waited = Seconds.zero
  package var outcome: Outcome
  package var contactProbability: Double?
  /// The time of the largest evidence; `nil` when no reading decided.
  package var peak: Seconds?
}

extension ZoneConsideration {
  package init(_ change: ZoneChange) {
    self.init(
      time: change.time, from: change.from, to: change.to, evidence: change.evidence,
      distance: change.distance, waited: change.waited, outcome: .taken(change.reason),
      contactProbability: change.contactProbability,
      peak: change.evidence == nil ? nil : change.time)
  }
}
