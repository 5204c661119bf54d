/// An entry into a region, an exit from it, or the crossing of a wire.
package struct GroundEvent: Sendable, Hashable {
  /// The time of the first fix on the new side, or the time at which the path crossed the wire.
  package var time: Seconds
  /// The time at which the event was certain enough to be listed.
  package var decided: Seconds
  /// The kind of the event: `entered`, `left`, or `crossed`.
  package var mark: LinkEvent
  /// The id of the region or wire.
  package var id: String
  /// The name of the track; empty if it has no name.
  package var track = ""
  package var owner: String?
  /// The probability of the new side or of the crossing.
  package var probability: Double
  /// The crossing of a wire; `nil` for a region.
  package var crossing: Crossing?

  /// Whether the probability of the event is at least 0.5. For a crossing between distant fixes, it may be lower.
  package var isLikely: Bool { probability >= 0.5 }
}

extension GroundEvent {
  init(_ crossing: Crossing, track: String, owner: String?) {
    self.init(
      time: crossing.time, decided: crossing.decided, mark: .crossed, id: crossing.wire,
      track: track, owner: owner, probability: crossing.probability, crossing: crossing)
  }
}

extension GroundPlan {
  /// The events of tracks at the regions and wires, in the order of time, and the tracks that start inside a region.
  package func events(
    of tracks: [(name: String, track: Track)], likelier share: Double, rules: GameRules = .init()
  ) -> (events: [GroundEvent], startsInside: [(track: String, region: String)]) {
    var events: [GroundEvent] = []
    var inside: [(track: String, region: String)] = []
    for (name, track) in tracks {
      for region in regions {
        let found = track.passages(through: region, likelier: share, rules: rules)
        events += found.events.map { event in
          var event = event
          event.track = name
          return event
        }
        if found.startsInside { inside.append((name, region.id)) }
      }
      for (wire, owner) in lines {
        events += track.crossings(of: wire, rules: rules).map {
          GroundEvent($0, track: name, owner: owner)
        }
      }
    }
    return (events.inOrder { ($0.time, $0.track, $0.id) < ($1.time, $1.track, $1.id) }, inside)
  }
}
