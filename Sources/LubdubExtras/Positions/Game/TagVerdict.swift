package enum Outcome: Sendable, Hashable {
  case hit
  case miss
  case blocked(Block)
  /// A wire was placed, or something was bought.
  case done

  package enum Block: String, Sendable, Hashable {
    case homeBase
    case safeBase
    case outOfTags
    case playerEliminated
    case noPosition
    /// A player guesses its own place.
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
  /// One player is left, who wins; `nil` where nobody is.
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

/// What the judge says about one action, and how sure it is.
package struct TagVerdict: Sendable, Hashable {
  package struct Standing: Sendable, Hashable {
    /// Strikes left; 0 means that the player is out.
    package var strikes: Int
    /// Guesses left of the day, of either kind.
    package var tags: Int
    package var bought: [TagKind: Int] = [:]
    package var wires = 0
  }

  /// What a verdict may have been instead.
  package struct Doubt: Sendable, Hashable {
    package var outcome: Outcome
    package var probability: Double
  }

  /// An earlier verdict on which this one hangs.
  package struct Dependence: Sendable, Hashable {
    /// The place of that action among all.
    package var action: Int
    /// If that one had been so ...
    package var earlier: Outcome
    /// ... this one would be so.
    package var then: Outcome
  }

  /// What the judge alone knows: any of it would show a player more than the rules do.
  package struct Evidence: Sendable, Hashable {
    /// From the guess to the target's fix, or from the wire to its owner's; `nil` where there is no fix.
    package var distance: Meters?
    /// The same by the haversine formula, for comparison with services that use it.
    package var haversine: Meters?
    package var age: Seconds?
    /// The deviation of one axis that the fix was taken to have.
    package var deviation: Meters?
    /// The probability that the truth gives the same outcome, seen from the standing at that time.
    package var probability = 1.0
    /// What else it may have been, with its probability, if that is more than the doubt that counts.
    package var doubts: [Doubt] = []
    /// How far the distance is inside the limit that decided; an error of this size would change the verdict.
    package var margin: Meters?
    package var base: String?
    /// Earlier verdicts that are in doubt and would have changed this one.
    package var dependences: [Dependence] = []

    package var isDoubtful: Bool { !doubts.isEmpty }

    /// Whether it may have been otherwise: by its own position, or because an earlier one may.
    package var isDisputed: Bool { isDoubtful || !dependences.isEmpty }
  }

  package var action: GameAction
  package var outcome: Outcome
  /// Where the target was; only of a hit.
  package var actualPlace: Coordinate?
  /// The base that a hit or a miss made.
  package var madeBase: Base?
  package var evidence = Evidence()
  package var standings: [String: Standing] = [:]
  package var phase = GamePhase.active

  /// From the guess to where the target was; only of a hit and of a miss.
  package var distance: Meters? { outcome == .hit || outcome == .miss ? evidence.distance : nil }

  init(_ action: GameAction, _ outcome: Outcome) { (self.action, self.outcome) = (action, outcome) }
}
