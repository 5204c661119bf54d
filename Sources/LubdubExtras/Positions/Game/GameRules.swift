/// The reach of a guess.
package enum TagKind: String, Sendable, Hashable, CaseIterable {
  case basic
  case wideRadius
}

package struct GameRules: Sendable, Hashable {
  /// The largest distance of a hit, including the edge.
  package var radius: [TagKind: Meters] = [.basic: 80, .wideRadius: 300]
  /// The radius within which a base protects its owner, unless the plan specifies another radius.
  package var baseRadius: Meters = 50
  package var homeBases = 2
  /// The strikes of a player at the start. Each hit removes one strike, and at 0 the player is out.
  package var strikes = 3
  /// The number of guesses per player and day, for both kinds together, reset at midnight.
  package var tagsPerDay = 5
  /// The zone that defines midnight.
  package var zone = DayZone.offset(.zero)
  /// The largest distance between a wire and its owner at placement.
  package var wireReach: Meters = 50
  /// The ratio between actual errors and the errors that fixes state.
  package var accuracyScale = 2.5
  /// The standard deviation of one axis, for fixes that state no deviation.
  package var usualDeviation: Meters = 4
  /// The decrease of certainty since the last fix.
  package var wandering = Wandering()
  /// The interval at which positions reach the judge, counted from the start; `nil` if they arrive immediately.
  package var upload: Seconds?
  /// The doubt limit. A verdict with a probability below 1 minus this value is disputed.
  package var doubt = 0.05

  package init() {}

  /// The assumed deviation of one axis of a fix at an age.
  func deviation(of fix: Fix, after age: Seconds = .zero) -> Meters {
    let stated = (fix.deviation ?? usualDeviation).value * accuracyScale
    return Meters((stated * stated + wandering.variance(after: age)).squareRoot())
  }
}

package struct Base: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A base that is placed before the game starts.
    case home = "homeBase"
    /// A base that a hit creates permanently, or a miss until midnight.
    case safe = "safeBase"
  }

  package var id: String
  package var kind: Kind
  package var owner: String
  package var center: Coordinate
  package var radius: Meters
  /// The last day on which the base protects, counted from 1970-01-01; `nil` for a permanent base.
  package var lastDay: Int?
}

package struct GameAction: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case tag(TagKind, target: String, guess: Coordinate)
    case wire(Tripwire, isPermanent: Bool)
    /// A purchase of guesses of one kind, in addition to the guesses of the day.
    case tags(TagKind, count: Int)
    case wires(count: Int)
    /// The player is ready. If players send this action, the game starts after all of them have sent it.
    case ready
  }

  /// The time in seconds since 1970-01-01.
  package var time: Seconds
  package var player: String
  package var kind: Kind
}
