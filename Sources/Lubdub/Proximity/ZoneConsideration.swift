/// A change of zone that was considered: taken, or not and why. A record for explaining.
public struct ZoneConsideration: Sendable, Hashable {
  /// What became of it.
  public enum Outcome: Sendable, Hashable {
    /// The zone changed.
    case taken(ZoneChange.Reason)
    /// The evidence went back to zero before it sufficed.
    case returned
    /// Margin: the dwell has passed, but with too few independent readings. Reported once.
    case tooFewSamples
    /// The estimate lies in another zone and may not decide. Reported for the first in a row.
    case untrusted
  }

  package var time: Seconds
  package var from: Int?
  package var to: Int?
  /// What stood behind it, when most of it did; `nil` when no reading decided.
  package var evidence: ZoneEvidence?
  package var distance: DistanceInterval?
  /// How long the evidence had been above zero.
  package var waited = Seconds.zero
  package var outcome: Outcome
  package var contactProbability: Double?
  /// When most stood behind it; `nil` when no reading decided.
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
