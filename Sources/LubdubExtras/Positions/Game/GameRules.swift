/// What a guess reaches.
public enum TagKind: String, Sendable, Hashable, CaseIterable {
  /// About one block.
  case basic
  /// Three to five blocks.
  case wideRadius
}

/// The rules of the game of tag.
public struct GameRules: Sendable, Hashable {
  /// A guess hits up to this distance, the edge included.
  public var radius: [TagKind: Meters] = [.basic: 80, .wideRadius: 300]
  /// A base protects its owner up to this distance, where the plan says nothing else.
  public var baseRadius: Meters = 50
  /// Each player has so many home bases before the start.
  public var homeBases = 2
  /// What a player has at the start; one less for each hit, and at 0 the player is out.
  public var strikes = 3
  /// What a player may guess each day, of either kind, counted anew at midnight.
  public var tagsPerDay = 5
  /// The zone whose midnight counts, as the time to add to UTC.
  public var zoneOffset = Seconds.zero
  /// How far from a wire its owner may be to place it.
  public var wireReach: Meters = 50
  /// How many times wider errors are than the fixes state.
  public var accuracyScale = 2.5
  /// Standard deviation of one axis where the fixes state none.
  public var usualDeviation: Meters = 4
  /// Positions reach the judge only every so often, counted from the start; `nil` for at once. For
  /// asking what would have been.
  public var upload: Seconds?
  /// A verdict with a probability between this and 1 less this is disputed.
  public var doubt = 0.05

  /// The defaults.
  public init() {}

  func day(of time: Seconds) -> Int {
    let days = ((time + zoneOffset).value / 86_400).rounded(.down)
    return Int(exactly: days) ?? 0
  }
}

/// A place that protects its owner.
public struct Base: Sendable, Hashable {
  /// How it came about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Set before the game starts.
    case home = "homeBase"
    /// Made by a hit, for good, or by a miss, until midnight.
    case safe = "safeBase"
  }

  /// Its name.
  public var id: String
  /// How it came about.
  public var kind: Kind
  /// Whom it protects.
  public var owner: String
  /// Its middle.
  public var center: Coordinate
  /// How far it reaches.
  public var radius: Meters
  /// The last day on which it protects, counted from 1970-01-01; `nil` for ever.
  public var lastDay: Int?

  /// A base from its parts.
  public init(
    id: String, kind: Kind, owner: String, center: Coordinate, radius: Meters, lastDay: Int? = nil
  ) {
    (self.id, self.kind, self.owner) = (id, kind, owner)
    (self.center, self.radius, self.lastDay) = (center, radius, lastDay)
  }
}

/// Something that a player does.
public struct GameAction: Sendable, Hashable {
  /// What is done.
  public enum Kind: Sendable, Hashable {
    /// A guess where another player is.
    case tag(TagKind, target: String, guess: Coordinate)
    /// A wire is placed.
    case wire(Tripwire, isPermanent: Bool)
    /// More guesses of a kind are bought, beyond those of the day.
    case tags(TagKind, count: Int)
    /// Wires are bought.
    case wires(count: Int)
    /// The player is ready. Where players say so, the game begins once all have.
    case ready
  }

  /// When, in seconds since 1970-01-01.
  public var time: Seconds
  /// Who.
  public var player: String
  /// What.
  public var kind: Kind

  /// An action from its parts.
  public init(time: Seconds, player: String, kind: Kind) {
    (self.time, self.player, self.kind) = (time, player, kind)
  }
}
