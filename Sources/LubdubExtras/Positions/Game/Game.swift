public import Lubdub

/// A game of tag, judged from recorded positions with one clock.
///
/// The order of the checks: the game has not begun; either side is out, the player has no guess left; then one is spent; then the
/// target's bases, then the radius. A hit makes a base for good where the target was, a miss makes one
/// at the guess until midnight; both protect the target.
public struct Game: Sendable {
  /// The rules.
  public let rules: GameRules
  /// The positions of every player.
  public let tracks: [String: Track]
  /// The bases before the start.
  public let bases: [Base]
  /// The earliest fix of all players: the start.
  public let start: Seconds

  /// Who has not as many home bases as the rules ask for before the start, in the order of the names, and how many.
  public var basesAmiss: [(player: String, count: Int)] {
    tracks.keys.sorted().map { name in
      (name, bases.count { $0.owner == name && $0.kind == .home })
    }.filter { $0.count != rules.homeBases }
  }

  /// A game before its start.
  public init(tracks: [String: Track], bases: [Base], rules: GameRules = .init()) {
    self.tracks = tracks
    self.bases = bases
    self.rules = rules
    start = tracks.values.compactMap { $0.fixes.first?.time }.min() ?? .zero
  }

  /// Judges all actions in the order of time; of those at one time in the given order.
  ///
  /// A verdict in doubt is tried the other way too, and what comes after it is judged anew: so later
  /// verdicts show on which earlier ones they hang, through bases, strikes and guesses.
  public func judge(_ actions: [GameAction]) -> [TagVerdict] {
    let sorted = actions.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
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
    let day = rules.day(of: action.time)
    var verdict: TagVerdict
    switch action.kind {
    case .tag(let kind, let target, let guess):
      verdict = tag(action, kind, target, guess, forced, &state, day)
    case .wire(let wire, _): verdict = place(wire, action, &state)
    case .tags(let kind, let count):
      state.players[action.player]?.bought[kind, default: 0] += max(0, count)
      verdict = TagVerdict(action, .done)
    case .ready:
      state.players[action.player]?.isReady = true
      verdict = TagVerdict(action, .done)
    case .wires(let count):
      state.players[action.player]?.wires += max(0, count)
      verdict = TagVerdict(action, .done)
    }
    verdict.standings = state.standings(on: day)
    verdict.phase = state.phase
    return verdict
  }

  private func place(
    _ wire: Tripwire, _ action: GameAction, _ state: inout GameState
  ) -> TagVerdict {
    var verdict = TagVerdict(action, .done)
    guard state.phase == .active || state.isOut(action.player) else {
      verdict.outcome = .blocked(state.phase == .waiting ? .notStarted : .gameOver)
      return verdict
    }
    guard !state.isOut(action.player) else {
      verdict.outcome = .blocked(.playerEliminated)
      return verdict
    }
    guard let wires = state.players[action.player]?.wires, wires > 0 else {
      verdict.outcome = .blocked(.outOfWires)
      return verdict
    }
    guard let fix = fix(of: action.player, at: action.time),
      let distance = wire.distance(to: fix.place)
    else {
      verdict.outcome = .blocked(.noPosition)
      return verdict
    }
    verdict.evidence.age = action.time - fix.time
    verdict.evidence.distance = distance
    verdict.evidence.margin = rules.wireReach - distance
    guard distance <= rules.wireReach else {
      verdict.outcome = .blocked(.ownerNotThere)
      return verdict
    }
    state.players[action.player]?.wires -= 1
    return verdict
  }
}
