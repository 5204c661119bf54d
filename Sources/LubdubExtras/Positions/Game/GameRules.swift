/// What a guess reaches.
package enum TagKind: String, Sendable, Hashable, CaseIterable {
  case basic
  case wideRadius
}

package struct GameRules: Sendable, Hashable {
  /// A guess hits up to this distance, the edge included.
  package var radius: [TagKind: Meters] = [.basic: 80, .wideRadius: 300]
  /// A base protects its owner up to this distance, where the plan says nothing else.
  package var baseRadius: Meters = 50
  package var homeBases = 2
  /// What a player has at the start; one less for each hit, and at 0 the player is out.
  package var strikes = 3
  /// What a player may guess each day, of either kind, counted anew at midnight.
  package var tagsPerDay = 5
  /// The zone whose midnight counts.
  package var zone = DayZone.offset(.zero)
  /// How far from a wire its owner may be to place it.
  package var wireReach: Meters = 50
  /// How many times wider errors are than the fixes state.
  package var accuracyScale = 2.5
  /// Standard deviation of one axis where the fixes state none.
  package var usualDeviation: Meters = 4
  /// The loss of certainty since the last fix.
  package var wandering = Wandering()
  /// Positions reach the judge only every so often, counted from the start; `nil` for at once.
  package var upload: Seconds?
  /// A verdict with a probability below 1 less this is disputed.
  package var doubt = 0.05

  package init() {}

  /// The deviation of one axis that a fix is taken to have at an age.
  func deviation(of fix: Fix, after age: Seconds = .zero) -> Meters {
    let stated = (fix.deviation ?? usualDeviation).value * accuracyScale
    return Meters((stated * stated + wandering.variance(after: age)).squareRoot())
  }
}

package struct Base: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Set before the game starts.
    case home = "homeBase"
    /// Made by a hit, for good, or by a miss, until midnight.
    case safe = "safeBase"
  }

  package var id: String
  package var kind: Kind
  package var owner: String
  package var center: Coordinate
  package var radius: Meters
  /// The last day on which it protects, counted from 1970-01-01; `nil` for ever.
  package var lastDay: Int?
}

package struct GameAction: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case tag(TagKind, target: String, guess: Coordinate)
    case wire(Tripwire, isPermanent: Bool)
    /// More guesses of a kind are bought, beyond those of the day.
    case tags(TagKind, count: Int)
    case wires(count: Int)
    /// The player is ready. Where players say so, the game begins once all have.
    case ready
  }

  /// When, in seconds since 1970-01-01.
  package var time: Seconds
  package var player: String
  package var kind: Kind
}
