struct GameState: Sendable {
  struct Player: Sendable {
    var strikes: Int
    var day = Int.min
    var used = 0
    var bought: [TagKind: Int] = [:]
    var wires = 0
    var isReady = false
  }

  let rules: GameRules
  var players: [String: Player]
  var bases: [Base]
  private let asksForReady: Bool

  init(rules: GameRules, players: [String], bases: [Base], asksForReady: Bool) {
    self.rules = rules
    self.bases = bases
    self.asksForReady = asksForReady
    self.players = Dictionary(
      uniqueKeysWithValues: players.map { ($0, Player(strikes: rules.strikes)) })
  }

  /// The phase of the game. A game with one player never ends.
  var phase: GamePhase {
    if asksForReady, players.contains(where: { !$0.value.isReady }) { return .waiting }
    let left = players.keys.filter { !isOut($0) }
    return left.count <= 1 && players.count > 1 ? .completed(winner: left.first) : .active
  }

  func isOut(_ player: String) -> Bool { players[player].map { $0.strikes <= 0 } ?? false }

  /// The number of remaining guesses of a kind: the guesses of the day, and the bought guesses of this kind.
  func tagsLeft(_ name: String, on day: Int, _ kind: TagKind) -> Int {
    players[name].map { ofDay($0, day) + ($0.bought[kind] ?? 0) } ?? 0
  }

  private func ofDay(_ player: Player, _ day: Int) -> Int {
    max(0, rules.tagsPerDay - (player.day == day ? player.used : 0))
  }

  mutating func spend(_ name: String, _ kind: TagKind, on day: Int) {
    guard var player = players[name] else { return }
    if player.day != day { (player.day, player.used) = (day, 0) }
    if player.used < rules.tagsPerDay {
      player.used += 1
    } else {
      player.bought[kind, default: 0] -= 1
    }
    players[name] = player
  }

  /// The bases that protect a player on a day, home bases first.
  func bases(of owner: String, on day: Int) -> [Base] {
    let own = bases.filter { $0.owner == owner && ($0.lastDay ?? day) >= day }
    return own.filter { $0.kind == .home } + own.filter { $0.kind == .safe }
  }

  func standings(on day: Int) -> [String: TagVerdict.Standing] {
    players.mapValues {
      TagVerdict.Standing(
        strikes: $0.strikes, tags: ofDay($0, day), bought: $0.bought, wires: $0.wires)
    }
  }
}
