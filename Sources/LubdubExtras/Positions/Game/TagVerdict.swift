/// What became of an action.
public enum Outcome: Sendable, Hashable {
  /// The guess was near enough.
  case hit
  /// The guess was too far.
  case miss
  /// The guess did not count.
  case blocked(Block)
  /// A wire was placed, or something was bought.
  case done

  /// Why an action did not count.
  public enum Block: String, Sendable, Hashable {
    /// The target was in a home base.
    case homeBase
    /// The target was in another base of its own.
    case safeBase
    /// The player has no guess left today.
    case outOfTags
    /// One of both players is out.
    case playerEliminated
    /// The position that is needed is not known.
    case noPosition
    /// The player has no wire left.
    case outOfWires
    /// The owner is not at the wire.
    case ownerNotThere
    /// Not every player is ready.
    case notStarted
    /// One player is left: the game is over.
    case gameOver
  }

  /// The name of the outcome, without the reason.
  public var name: String {
    switch self {
    case .hit: "hit"
    case .miss: "miss"
    case .blocked: "blocked"
    case .done: "done"
    }
  }
}

/// Where a game stands.
public enum GamePhase: Sendable, Hashable {
  /// Not every player is ready.
  case waiting
  /// It is played.
  case active
  /// One player is left, who wins; `nil` where nobody is.
  case completed(winner: String?)

  /// The name of the phase.
  public var name: String {
    switch self {
    case .waiting: "waiting"
    case .active: "active"
    case .completed: "completed"
    }
  }

  /// Who has won, if somebody has.
  public var winner: String? {
    if case .completed(let winner) = self { winner } else { nil }
  }
}

/// What the judge says about one action, and how sure it is.
public struct TagVerdict: Sendable, Hashable {
  /// What one player has.
  public struct Standing: Sendable, Hashable {
    /// Strikes left; 0 means that the player is out.
    public var strikes: Int
    /// Guesses left of the day, of either kind.
    public var tags: Int
    /// Bought guesses left, of each kind.
    public var bought: [TagKind: Int] = [:]
    /// Wires left.
    public var wires = 0
  }

  /// What a verdict may have been instead.
  public struct Doubt: Sendable, Hashable {
    /// The outcome.
    public var outcome: Outcome
    /// Its probability.
    public var probability: Double
  }

  /// An earlier verdict on which this one hangs.
  public struct Dependence: Sendable, Hashable {
    /// The place of that action among all.
    public var action: Int
    /// If that one had been so ...
    public var earlier: Outcome
    /// ... this one would be so.
    public var then: Outcome
  }

  /// What the judge alone knows: any of it would show a player more than the rules do.
  public struct Evidence: Sendable, Hashable {
    /// From the guess to the target's fix, or from the wire to its owner's; `nil` where there is no fix.
    public var distance: Meters?
    /// The same by the haversine formula, for comparison with services that use it.
    public var haversine: Meters?
    /// How old the fix was.
    public var age: Seconds?
    /// The deviation of one axis that the fix was taken to have.
    public var deviation: Meters?
    /// The probability that the truth gives the same outcome, seen from the standing at that time.
    public var probability = 1.0
    /// What else it may have been, with its probability, if that is more than the doubt that counts.
    public var doubts: [Doubt] = []
    /// How far the distance is inside the limit that decided: of the base, or of the guess's radius. Negative
    /// outside. The verdict would change with an error of this size.
    public var margin: Meters?
    /// The base that blocked.
    public var base: String?
    /// Earlier verdicts that are in doubt and would have changed this one.
    public var dependences: [Dependence] = []

    /// Whether its own position is too doubtful to decide it.
    public var isDoubtful: Bool { !doubts.isEmpty }

    /// Whether it may have been otherwise: by its own position, or because an earlier one may.
    public var isDisputed: Bool { isDoubtful || !dependences.isEmpty }
  }

  /// The action.
  public var action: GameAction
  /// What became of it.
  public var outcome: Outcome
  /// Where the target was; only of a hit.
  public var actualPlace: Coordinate?
  /// What the judge alone knows.
  public var evidence = Evidence()
  /// What every player has afterwards.
  public var standings: [String: Standing] = [:]
  /// Where the game stands afterwards.
  public var phase = GamePhase.active

  /// From the guess to where the target was; only of a hit and of a miss.
  public var distance: Meters? { outcome == .hit || outcome == .miss ? evidence.distance : nil }

  init(_ action: GameAction, _ outcome: Outcome) { (self.action, self.outcome) = (action, outcome) }
}
