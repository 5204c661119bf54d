extension Tripwire {
  /// The distance of a place from the nearest point of the wire; `nil` near a pole.
  package func distance(to place: Coordinate) -> Meters? {
    guard let plane = LocalPlane(origin: place) else { return nil }
    return parts(on: plane).map(\.distanceFromOrigin).min().map { Meters($0) }
  }
}

package struct PlacedWire: Sendable, Hashable {
  package var wire: Tripwire
  /// Who is notified; its own steps are not.
  package var owner: String
  package var isPermanent: Bool
  /// When it was placed; `nil` for before the start.
  package var placed: Seconds?

  package init(wire: Tripwire, owner: String, isPermanent: Bool, placed: Seconds? = nil) {
    (self.wire, self.owner, self.isPermanent, self.placed) = (wire, owner, isPermanent, placed)
  }
}

package struct WireNotice: Sendable, Hashable {
  package var event: FenceEvent
  package var player: String
  package var owner: String
}

extension Game {
  /// In the order of time; a wire that is not permanent shows once.
  package func notices(of wires: [PlacedWire]) -> [WireNotice] {
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
