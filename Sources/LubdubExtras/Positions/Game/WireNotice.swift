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
  package var crossing: Crossing
  package var player: String
  package var owner: String
}

extension Game {
  /// In the order of time; a wire that is not permanent shows once.
  package func notices(of wires: [PlacedWire]) -> [WireNotice] {
    var notices: [WireNotice] = []
    for placed in wires {
      var found: [WireNotice] = []
      for (player, track) in tracks where player != placed.owner {
        found += track.crossings(of: placed.wire, rules: rules, from: placed.placed).map {
          WireNotice(crossing: $0, player: player, owner: placed.owner)
        }
      }
      found.sort { ($0.crossing.time, $0.player) < ($1.crossing.time, $1.player) }
      notices += placed.isPermanent ? found : Array(found.prefix(1))
    }
    return notices.sorted {
      ($0.crossing.time, $0.crossing.wire, $0.player)
        < ($1.crossing.time, $1.crossing.wire, $1.player)
    }
  }
}
