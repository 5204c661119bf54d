package struct PlacedWire: Sendable, Hashable {
  package var wire: Tripwire
  /// The player who is notified. The owner's own crossings are not reported.
  package var owner: String
  package var isPermanent: Bool
  /// The time of placement; `nil` for a wire from before the start.
  package var placed: Seconds?

  package init(wire: Tripwire, owner: String, isPermanent: Bool, placed: Seconds? = nil) {
    (self.wire, self.owner, self.isPermanent, self.placed) = (wire, owner, isPermanent, placed)
  }
}

package struct WireNotice: Sendable, Hashable {
  package var crossing: Crossing
  package var player: String
  package var owner: String?

  package init(crossing: Crossing, player: String, owner: String?) {
    (self.crossing, self.player, self.owner) = (crossing, player, owner)
  }

  /// Whether the probability of the crossing is at least 0.5. Between two distant fixes, it may be lower.
  package var isLikely: Bool { crossing.probability >= 0.5 }
}

extension Game {
  /// The notices in the order of time. A wire that is not permanent disappears after a crossing with a probability of at
  /// least 0.5.
  package func notices(of wires: [PlacedWire]) -> [WireNotice] {
    var notices: [WireNotice] = []
    for placed in wires {
      var found: [WireNotice] = []
      for (player, track) in tracks where player != placed.owner {
        found += uploaded(track).crossings(of: placed.wire, rules: rules, from: placed.placed).map {
          WireNotice(crossing: $0, player: player, owner: placed.owner)
        }
      }
      found.sort { ($0.crossing.time, $0.player) < ($1.crossing.time, $1.player) }
      let last = placed.isPermanent ? nil : found.firstIndex(where: \.isLikely)
      notices += found.prefix((last ?? found.count) + 1)
    }
    return notices.sorted {
      ($0.crossing.time, $0.crossing.wire, $0.player)
        < ($1.crossing.time, $1.crossing.wire, $1.player)
    }
  }

  /// The fixes of a track that reach the judge if positions arrive only at intervals.
  private func uploaded(_ track: Track) -> Track {
    guard let upload = rules.upload, upload.value > 0 else { return track }
    var seen = Track(name: track.name)
    for (fix, next) in zip(track.fixes, track.fixes.dropFirst().map { Optional($0.time) } + [nil]) {
      let round = ((fix.time - start) / upload).rounded(.up)
      let isLast = next.map { $0 > start + round * upload } ?? true
      if isLast { _ = seen.append(fix) }
    }
    return seen
  }
}
