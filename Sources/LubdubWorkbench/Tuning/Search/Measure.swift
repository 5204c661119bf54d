/// The measures that a search can minimize.
package enum Measure: String, Sendable, Hashable, CaseIterable {
  /// The error of distances: root mean square in meters where there are ranges, of log2(estimate / truth) where there is signal
  /// strength alone; mean over the recordings.
  case range
  case wrongZone = "wrong-zone"
  case noZone = "no-zone"
  /// Changes of zone that no true change explains, a minute.
  case falseChanges = "false-changes"
  case missedChanges = "missed-changes"
  /// Mean delay of the true changes, in s; missed ones count as 10 s, of positions as 40 s.
  case delay
  /// Mean of |felt interval - interval at the true distance|, in s; where only one of the two beats, the
  /// difference counts as the longest interval.
  case beat
  /// Share of the contacts that are not felt within 1 s.
  case lateContact = "late-contact"
  case restChanges = "rest-changes"
  /// The shortfall from 1 of the slope of the answer on the truth, both as logarithms, from signal strength: 1 for a constant
  /// answer, which has a small error all the same.
  case following
  /// Arithmetic of the estimator, in nominal ns a sample; see `nominalCost`.
  case cost

  /// The property that a recording needs to be measured, to follow `no recording`.
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

  /// The least difference that matters, on both sides of a ratio: hardly any error over none is no endless gain.
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

  /// Zone changes are few: one more or less is chance. Every ratio of a zone measure starts from this
  /// many events, of one second each, on both sides, so that a data set with three changes moves it
  /// little and one with three hundred moves it freely.
  package static let priorEvents = 10.0

  /// The prior events in the measure's own unit, for recordings of this length and so many changes.
  func prior(time: Double, changes: Double) -> Double {
    switch self {
    case .range, .cost, .following: 0
    case .wrongZone, .noZone, .beat: Self.priorEvents / max(time, 1)
    case .falseChanges: 60 * Self.priorEvents / max(time, 1)
    case .restChanges: 600 * Self.priorEvents / max(time, 1)
    case .missedChanges, .delay, .lateContact: Self.priorEvents / max(changes, 1)
    }
  }

  /// Whether it is of zones or of what follows from them, and not of the distance.
  var isOfZones: Bool { self != .range && self != .following && self != .cost }

  var hasEdges: Bool { self == .delay || self == .falseChanges || self == .missedChanges }
}
