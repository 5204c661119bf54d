package enum Outcome: Sendable, Hashable {
  case hit
  case miss
  case blocked(Block)
  /// A wire was placed, or a purchase was made.
  case done

  package enum Block: String, Sendable, Hashable {
    case homeBase
    case safeBase
    case outOfTags
    case playerEliminated
    case noPosition
    /// The player guesses their own place.
    case ownPlayer
    case outOfWires
    case ownerNotThere
    case notStarted
    case gameOver
  }

  package var name: String {
    switch self {
    case .hit: "hit"
    case .miss: "miss"
    case .blocked: "blocked"
    case .done: "done"
    }
  }
}

package enum GamePhase: Sendable, Hashable {
  case waiting
  case active
  /// Only one player is left and wins; `nil` if no player is left.
  case completed(winner: String?)

  package var name: String {
    switch self {
    case .waiting: "waiting"
    case .active: "active"
    case .completed: "completed"
    }
  }

  package var winner: String? {
    if case .completed(let winner) = self { winner } else { nil }
  }
}

/// The judge's verdict about one action, and its certainty.
package struct TagVerdict: Sendable, Hashable {
  package struct Standing: Sendable, Hashable {
    /// The remaining strikes; 0 means that the player is out.
    package var strikes: Int
    /// The remaining guesses of the day, for both kinds together.
    package var tags: Int
    package var bought: [TagKind: Int] = [:]
    package var wires = 0
  }

  /// An alternative outcome of a verdict.
  package struct Doubt: Sendable, Hashable {
    package var outcome: Outcome
    package var probability: Double
  }

  /// An earlier verdict on which this verdict depends.
  package struct Dependence: Sendable, Hashable {
    /// The index of the earlier action among all actions.
    package var action: Int
    /// The assumed outcome of the earlier verdict.
    package var earlier: Outcome
    /// The resulting outcome of this verdict.
    package var then: Outcome
  }

  /// Information for the judge only, because each part of it would show a player more than the rules allow.
  package struct Evidence: Sendable, Hashable {
    /// The distance from the guess to the target's fix, or from the wire to its owner's fix; `nil` if there is no fix.
    package var distance: Meters?
    /// The distance by the haversine formula, for comparison with services that use it.
    package var haversine: Meters?
    package var age: Seconds?
    /// The assumed deviation of one axis of the fix.
    package var deviation: Meters?
    /// The probability that the true position gives the same outcome, for the standing at that time.
    package var probability = 1.0
    /// The alternative outcomes whose probabilities exceed the doubt limit of the rules.
    package var doubts: [Doubt] = []
    /// The distance to the decisive limit. An error of this size would change the verdict.
    package var margin: Meters?
    package var base: String?
    /// The doubtful earlier verdicts that would have changed this verdict.
    package var dependences: [Dependence] = []

    package var isDoubtful: Bool { !doubts.isEmpty }

    /// Whether another outcome is possible, because of the position or an earlier verdict.
    package var isDisputed: Bool { isDoubtful || !dependences.isEmpty }
  }

  package var action: GameAction
  package var outcome: Outcome
  /// The place of the target, only for a hit.
  package var actualPlace: Coordinate?
  /// The base that a hit or a miss created.
  package var madeBase: Base?
  package var evidence = Evidence()
  package var standings: [String: Standing] = [:]
  package var phase = GamePhase.active

  /// The distance from the guess to the target, only for a hit or a miss.
  package var distance: Meters? { outcome == .hit || outcome == .miss ? evidence.distance : nil }

  init(_ action: GameAction, _ outcome: Outcome) { (self.action, self.outcome) = (action, outcome) }
}
