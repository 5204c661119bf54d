extension Tripwire {
  /// The distance of a place from the nearest point of the wire; `nil` near a pole.
  public func distance(to place: Coordinate) -> Meters? {
    guard let plane = LocalPlane(origin: place) else { return nil }
    return parts(on: plane).map(\.distanceFromOrigin).min().map { Meters($0) }
  }
}

/// A wire that lies on the ground in a game.
public struct PlacedWire: Sendable, Hashable {
  /// The wire.
  public var wire: Tripwire
  /// Who is notified; its own steps are not.
  public var owner: String
  /// Whether it stays when it was triggered.
  public var isPermanent: Bool
  /// When it was placed; `nil` for before the start.
  public var placed: Seconds?

  /// A wire from its parts.
  public init(wire: Tripwire, owner: String, isPermanent: Bool, placed: Seconds? = nil) {
    (self.wire, self.owner, self.isPermanent, self.placed) = (wire, owner, isPermanent, placed)
  }
}

/// Somebody crossed somebody's wire.
public struct WireNotice: Sendable, Hashable {
  /// The crossing.
  public var event: FenceEvent
  /// Who crossed.
  public var player: String
  /// Who is notified.
  public var owner: String
}

extension Game {
  /// Everybody who crosses a wire of somebody else, in the order of time. A wire that is not permanent
  /// shows once.
  public func notices(of wires: [PlacedWire]) -> [WireNotice] {
    var rule = TripwireRule()
    rule.accuracyScale = rules.accuracyScale
    rule.usualDeviation = rules.usualDeviation
    var notices: [WireNotice] = []
    for placed in wires {
      var found: [WireNotice] = []
      for (player, track) in tracks where player != placed.owner {
        found += track.crossings(of: placed.wire, rule: rule, from: placed.placed).events.map {
          WireNotice(event: $0, player: player, owner: placed.owner)
        }
      }
      found.sort { ($0.event.time, $0.player) < ($1.event.time, $1.player) }
      notices += placed.isPermanent ? found : Array(found.prefix(1))
    }
    return notices.sorted {
      ($0.event.time, $0.event.id, $0.player) < ($1.event.time, $1.event.id, $1.player)
    }
  }
}
