import Lubdub
import LubdubExtras
import Testing

@Suite struct GameTests {
  private static let noon = 1_767_268_800.0

  /// a stands at the origin and b at 200 m east, for an hour.
  private func game(
    bases: [Base] = [], deviation: Meters = 1, _ change: (inout GameRules) -> Void = { _ in }
  ) throws -> Game {
    let times = stride(from: 0.0, through: 3600, by: 60)
    let a = try Ground.track(times.map { (Self.noon + $0, 0, 0) }, named: "a", deviation: deviation)
    let b = try Ground.track(
      times.map { (Self.noon + $0, 200, 0) }, named: "b", deviation: deviation)
    var rules = GameRules()
    change(&rules)
    return Game(tracks: ["a": a, "b": b], bases: bases, rules: rules)
  }

  private func tag(
    _ time: Double, east: Double, from: String = "a", target: String = "b",
    _ kind: TagKind = .basic
  ) throws -> GameAction {
    GameAction(
      time: Seconds(Self.noon + time), player: from,
      kind: .tag(kind, target: target, guess: try Ground.place(east, 0)))
  }

  @Test func `a hit takes a strike and shelters the target, a miss shelters the guess`() throws {
    let verdicts = try game().judge([
      tag(10, east: 130), tag(20, east: 190), tag(30, east: 0), tag(40, east: 0, .wideRadius),
    ])
    #expect(
      verdicts.map(\.outcome) == [
        .hit, .blocked(.safeBase), .blocked(.safeBase), .blocked(.safeBase),
      ])
    #expect(verdicts[3].standings["b"]?.strikes == 2)
    #expect(verdicts[3].standings["a"]?.tags == 1)
    #expect(verdicts[0].age == 10)
  }

  @Test func `the edge of the radius is a hit`() throws {
    let distance = try Ground.place(200, 0).distance(to: try Ground.place(120, 0))
    let game = try game { $0.radius[.basic] = distance }
    #expect(game.judge([try tag(10, east: 120)]).map(\.outcome) == [.hit])
  }

  @Test func `guesses run out, and are counted anew after midnight of the zone`() throws {
    let guesses = try (0..<6).map { try tag(10 * Double($0), east: -500 - 200 * Double($0)) }
    let verdicts = try game().judge(guesses)
    #expect(verdicts.map(\.outcome.name) == Array(repeating: "miss", count: 5) + ["blocked"])
    #expect(verdicts[5].outcome == .blocked(.outOfTags))
    // At 12:00 UTC it is midnight in a zone of +12 hours.
    let late = try game { $0.zoneOffset = 43_175 }.judge(guesses)
    #expect(late.allSatisfy { $0.outcome.name == "miss" })
  }

  @Test func `a home base blocks by its name, and costs the guess`() throws {
    let home = Base(
      id: "h", kind: .home, owner: "b", center: try Ground.place(210, 0), radius: 50)
    let safe = Base(
      id: "s", kind: .safe, owner: "b", center: try Ground.place(200, 0), radius: 50)
    let verdict = try game(bases: [safe, home]).judge([tag(10, east: 900)])[0]
    #expect(verdict.outcome == .blocked(.homeBase))
    #expect(verdict.base == "h")
    #expect(verdict.standings["a"]?.tags == 4)
  }

  @Test func `who is out neither tags nor is tagged`() throws {
    let game = try game { $0.strikes = 1 }
    let verdicts = game.judge([
      try tag(10, east: 200), try tag(20, east: 200), try tag(30, east: 0, from: "b", target: "a"),
    ])
    #expect(verdicts.map(\.outcome.name) == ["hit", "blocked", "blocked"])
    #expect(verdicts[2].outcome == .blocked(.playerEliminated))
    #expect(verdicts[2].standings["b"]?.tags == 5)
  }

  @Test func `a guess at the edge is disputed, and so is what hangs on it`() throws {
    let verdicts = try game(deviation: 4).judge([tag(10, east: 118), tag(60, east: 190)])
    #expect(verdicts.map(\.outcome.name) == ["miss", "hit"])
    #expect(verdicts[0].isDoubtful)
    #expect(!verdicts[1].isDoubtful && verdicts[1].isDisputed)
    #expect(verdicts[1].dependences.map(\.then) == [.blocked(.safeBase)])
  }

  @Test func `packs give guesses and wires, and a wire needs its owner`() throws {
    func action(_ time: Double, _ kind: GameAction.Kind) -> GameAction {
      GameAction(time: Seconds(Self.noon + time), player: "a", kind: kind)
    }
    let near = Tripwire(id: "n", path: [try Ground.place(20, -9), try Ground.place(20, 9)])
    let far = Tripwire(id: "f", path: [try Ground.place(120, -9), try Ground.place(120, 9)])
    let verdicts = try game().judge([
      action(1, .wire(near, isPermanent: true)), action(2, .wires(count: 3)),
      action(3, .wire(near, isPermanent: true)), action(4, .wire(far, isPermanent: true)),
      action(5, .tags(.wideRadius, count: 5)),
    ])
    #expect(
      verdicts.map(\.outcome) == [
        .blocked(.outOfWires), .done, .done, .blocked(.ownerNotThere), .done,
      ])
    #expect(verdicts[4].standings["a"]?.tags == 10)
  }

  @Test func `a wire that is not permanent shows once, and not its owner`() throws {
    let walk = (0..<60).map { (Double($0), abs(30 - Double($0)) - 15, 0.0) }
    let game = Game(
      tracks: ["a": try Ground.track(walk, named: "a"), "b": try Ground.track(walk, named: "b")],
      bases: [])
    let wire = Tripwire(id: "w", path: [try Ground.place(0.5, -50), try Ground.place(0.5, 50)])
    let once = PlacedWire(wire: wire, owner: "a", isPermanent: false)
    let ever = PlacedWire(wire: wire, owner: "a", isPermanent: true)
    #expect(game.notices(of: [once]).map(\.player) == ["b"])
    #expect(game.notices(of: [ever]).count == 2)
  }
}
