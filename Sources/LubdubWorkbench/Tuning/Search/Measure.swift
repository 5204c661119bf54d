/// The measures that a search can minimize.
package enum Measure: String, Sendable, Hashable, CaseIterable {
  /// The error of distances as a mean over the recordings: the root mean square in m for ranges, or the root mean square of
  /// log2(estimate / truth) for signal strength only.
  case range
  case wrongZone = "wrong-zone"
  case noZone = "no-zone"
  /// The changes of zone without a true change, per minute.
  case falseChanges = "false-changes"
  case missedChanges = "missed-changes"
  /// The mean delay of the true changes, in s. Missed changes count as 10 s, or as 40 s for positions.
  case delay
  /// The mean of |felt interval - interval at the true distance|, in s. While only one of the two heartbeats beats, the
  /// longest interval counts.
  case beat
  /// The share of contacts that are not felt within 1 s.
  case lateContact = "late-contact"
  case restChanges = "rest-changes"
  /// The difference between 1 and the slope of log(answer) over log(truth), from signal strength. The difference is 1 for a
  /// constant answer, although the error of a constant answer is small.
  case following
  /// The cost of the estimator's arithmetic, in nominal ns per sample; see `nominalCost`.
  case cost

  /// The property that a recording needs for the measure, for sentences that begin with `no recording`.
  var ground: String {
    switch self {
    case .range, .wrongZone, .noZone, .falseChanges, .beat, .cost: "has rows that can be scored"
    case .missedChanges, .delay: "has a true change of zone"
    case .lateContact: "has contact: truth_m comes nowhere into the nearest zone"
    case .restChanges: "rests for half a minute"
    case .following: "has signal strength and a distance that varies by a fifth"
    }
  }

  package var unit: String {
    switch self {
    case .range: "m or log2"
    case .wrongZone, .noZone, .missedChanges, .lateContact, .following: "share"
    case .falseChanges: "1/min"
    case .delay, .beat: "s"
    case .restChanges: "1/10 min"
    case .cost: "ns"
    }
  }

  /// The smallest difference that matters. It is added to both sides of a ratio, so that an error of zero does not make the
  /// ratio infinite.
  package var grain: Double {
    switch self {
    case .range: 0.01
    case .wrongZone, .noZone: 0.01
    case .falseChanges: 0.2
    case .missedChanges: 0.02
    case .lateContact, .following: 0.02
    case .restChanges: 0.5
    case .delay: 0.1
    case .beat: 0.05
    case .cost: 1
    }
  }

  /// The number of prior events, of 1 s each, on both sides of every ratio of a zone measure. Zone changes are rare, so a
  /// single change is chance. A data set with three changes then affects the ratio little, and a data set with three hundred
  /// changes affects it freely.
  package static let priorEvents = 10.0

  /// The prior events in the unit of the measure, for recordings with this duration and this number of changes.
  func prior(time: Double, changes: Double) -> Double {
    switch self {
    case .range, .cost, .following: 0
    case .wrongZone, .noZone, .beat: Self.priorEvents / max(time, 1)
    case .falseChanges: 60 * Self.priorEvents / max(time, 1)
    case .restChanges: 600 * Self.priorEvents / max(time, 1)
    case .missedChanges, .delay, .lateContact: Self.priorEvents / max(changes, 1)
    }
  }

  /// Whether the measure depends on zones, and not only on distances.
  var isOfZones: Bool { self != .range && self != .following && self != .cost }

  var hasEdges: Bool { self == .delay || self == .falseChanges || self == .missedChanges }
}
