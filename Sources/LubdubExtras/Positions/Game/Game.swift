/// A game of tag, judged from recorded positions with one clock.
///
/// The judge checks in this order: the game has started; player and target have strikes left, and the player has a guess
/// left. A guess is then spent. Next, the target must be outside of its bases, and within the radius of the guess. A hit
/// creates a permanent base at the target's place, and a miss creates a base at the guess until midnight. Both bases protect
/// the target.
package struct Game: Sendable {
  package let rules: GameRules
  package let tracks: [String: Track]
  package let bases: [Base]
  /// The start: the earliest fix of all players.
  package let start: Seconds

  /// The players without the required number of home bases before the start, in the order of the names, with their numbers
  /// of bases.
  package var basesAmiss: [(player: String, count: Int)] {
    tracks.keys.sorted().map { name in
      (name, bases.count { $0.owner == name && $0.kind == .home })
    }.filter { $0.count != rules.homeBases }
  }

  package init(tracks: [String: Track], bases: [Base], rules: GameRules = .init()) {
    self.tracks = tracks
    self.bases = bases
    self.rules = rules
    start = tracks.values.compactMap { $0.fixes.first?.time }.min() ?? .zero
  }

  /// Judges actions. For each possible other outcome of a doubtful verdict, the later actions are judged again. So later
  /// verdicts show the earlier verdicts that they depend on, through bases, strikes, and guesses.
  package func judge(_ actions: [GameAction]) -> [TagVerdict] {
    let sorted = actions.inOrder { $0.time < $1.time }
    var verdicts = replay(sorted, forcing: nil)
    for index in verdicts.indices {
      for doubt in verdicts[index].evidence.doubts {
        let other = replay(sorted, forcing: (index, doubt.outcome))
        for later in verdicts.indices.dropFirst(index + 1)
        where other[later].outcome != verdicts[later].outcome {
          verdicts[later].evidence.dependences.append(
            TagVerdict.Dependence(
              action: index, earlier: doubt.outcome, then: other[later].outcome))
        }
      }
    }
    return verdicts
  }

  private func replay(
    _ actions: [GameAction], forcing forced: (index: Int, outcome: Outcome)?
  ) -> [TagVerdict] {
    var state = GameState(
      rules: rules, players: tracks.keys.sorted(), bases: bases,
      asksForReady: actions.contains { $0.kind == .ready })
    return actions.enumerated().map { index, action in
      judge(action, forced: index == forced?.index ? forced?.outcome : nil, &state)
    }
  }

  func fix(of player: String, at time: Seconds) -> Fix? {
    guard let upload = rules.upload, upload.value > 0 else { return tracks[player]?.last(at: time) }
    let count = ((time - start).value / upload.value).rounded(.down)
    return tracks[player]?.last(at: start + count * upload)
  }

  private func judge(
    _ action: GameAction, forced: Outcome?, _ state: inout GameState
  ) -> TagVerdict {
    let day = rules.zone.day(of: action.time)
    var verdict = TagVerdict(action, .done)
    switch action.kind {
    case .tag(let kind, let target, let guess):
      verdict = tag(action, kind, target, guess, forced, &state, day)
    case .wire(let wire, _):
      if let block = refusal(of: wire, action, state, &verdict.evidence) {
        verdict.outcome = .blocked(block)
      } else {
        state.players[action.player]?.wires -= 1
      }
    case .tags(let kind, let count):
      state.players[action.player]?.bought[kind, default: 0] += max(0, count)
    case .ready: state.players[action.player]?.isReady = true
    case .wires(let count): state.players[action.player]?.wires += max(0, count)
    }
    verdict.standings = state.standings(on: day)
    verdict.phase = state.phase
    return verdict
  }

  private func refusal(
    of wire: Tripwire, _ action: GameAction, _ state: GameState,
    _ evidence: inout TagVerdict.Evidence
  ) -> Outcome.Block? {
    if state.phase == .waiting { return .notStarted }
    if state.isOut(action.player) { return .playerEliminated }
    if state.phase != .active { return .gameOver }
    guard state.players[action.player]?.wires ?? 0 > 0 else { return .outOfWires }
    guard let fix = fix(of: action.player, at: action.time),
      let distance = wire.distance(to: fix.place)
    else { return .noPosition }
    evidence.age = action.time - fix.time
    evidence.distance = distance
    evidence.margin = rules.wireReach - distance
    return distance <= rules.wireReach ? nil : .ownerNotThere
  }
}
