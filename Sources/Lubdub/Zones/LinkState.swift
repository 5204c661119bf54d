/// The state of a link now, each case with its evidence.
public enum LinkState: Sendable, Hashable {
  /// The devices touch, or are in a zone that ends at 0.1 m or nearer.
  case inContact(LinkEvidence)
  /// The peer is in a zone, counted from the nearest.
  case inRange(zone: Int, LinkEvidence)
  /// The peer is heard, but no zone is likely enough.
  case unknown(LinkEvidence)
  /// The peer is heard, beyond the last edge.
  case outOfRange(LinkEvidence)
  /// The peer has been silent until its zone became unknown: silence is not distance.
  case notHeard(LinkEvidence)

  /// The names of the states, in the order of the numbers in the C interface, from 0.
  public static let names = ["inContact", "inRange", "unknown", "outOfRange", "notHeard"]

  /// The name of the state, such as `inRange`.
  public var name: String { Self.names[Int(number)] }

  package var number: UInt8 {
    switch self {
    case .inContact: 0
    case .inRange: 1
    case .unknown: 2
    case .outOfRange: 3
    case .notHeard: 4
    }
  }

  /// The state of an absent peer.
  package static var ofNobody: LinkState { .notHeard(LinkEvidence()) }

  /// The evidence of the state.
  public var evidence: LinkEvidence {
    switch self {
    case .inContact(let evidence), .inRange(_, let evidence), .unknown(let evidence),
      .outOfRange(let evidence), .notHeard(let evidence):
      evidence
    }
  }
}

/// The evidence of the state of a link.
public struct LinkEvidence: Sendable, Hashable {
  /// The last trusted distance and its radio; `nil` before the first trusted distance.
  public var distance: DistanceInterval?
  /// The zone in force, known or not, counted from the nearest; `nil` if there is none.
  public var zone: Int?
  /// The probability of the zone, 0 to 1; `nil` if ranges decide the zone, or if there is no zone.
  public var zoneProbability: Double?
  /// The probability that something has moved, rather than that a body is in the way, 0 to 1; `nil` while there are ranges.
  public var moved: Double?
  /// The probability of contact, 0 to 1, from ranges at rest; `nil` while ranges do not decide.
  public var contactProbability: Double?
  /// The cause of a silence; `nil` while a trusted distance is heard.
  public var silence: SilenceCause?
  /// The evidence that a zone still needs, while there is no zone or the zone is unknown; otherwise `nil`.
  public var missing: MissingEvidence?
}

/// The evidence that the first zone still needs.
public struct MissingEvidence: Sendable, Hashable {
  /// The number of further agreeing readings, at least.
  public var readings: Int
  /// The further time, at least.
  public var time: Seconds
  /// The probability that the most likely zone still needs, 0 to 1; zero for ranges.
  public var probability: Double
}

extension ZoneDetector {
  package func linkState(contactProbability: Double?) -> LinkState {
    let held = held
    var evidence = LinkEvidence(distance: last.map { DistanceInterval($0) }, zone: held)
    if state == .touching || last?.radio == .uwb {
      evidence.contactProbability = state == .touching ? 1 : contactProbability
    }
    if let last, let held {
      evidence.zoneProbability = test(for: last).probability(of: held, last)
      evidence.moved = last.modes?.moved
    }
    switch state {
    case .unknown, .stale:
      evidence.silence = silenceCause
      return .notHeard(evidence)
    case .acquiring(let since, let samples):
      evidence.missing = missing(since: since, samples: samples)
      return .unknown(evidence)
    case .touching: return .inContact(evidence)
    case .inZone(let zone), .coasting(let zone):
      if case .coasting = state { evidence.silence = silenceCause }
      guard isKnown else {
        evidence.missing = missing(since: -.infinity, samples: FirstZone.run)
        return .unknown(evidence)
      }
      if zone < zones.contactEdges { return .inContact(evidence) }
      return zone > 0 && zone == sides.count
        ? .outOfRange(evidence) : .inRange(zone: zone, evidence)
    }
  }
}
