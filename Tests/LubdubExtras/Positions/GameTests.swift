import Lubdub
import LubdubSupport
import Testing

@testable import LubdubExtras

@Suite struct GameTests {
  private static let noon = 1_767_268_800.0

  /// Player a is at the origin and player b at 200 m east, for an hour.
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

  @Test func `A hit costs the target a strike and protects it, and a blocked guess is still spent`()
    throws
  {
    let verdicts = try game().judge([
      tag(10, east: 130), tag(20, east: 190), tag(30, east: 0), tag(40, east: 0, .wideRadius),
    ])
    #expect(
      verdicts.map(\.outcome) == [
        .hit, .blocked(.safeBase), .blocked(.safeBase), .blocked(.safeBase),
      ])
    #expect(verdicts[3].standings["b"]?.strikes == 2)
    #expect(verdicts[3].standings["a"]?.tags == 1)
    #expect(verdicts[0].evidence.age == 10)
  }

  @Test func `A guess exactly at the radius is a hit`() throws {
    let distance = try Ground.place(200, 0).distance(to: try Ground.place(120, 0))
    let game = try game { $0.radius[.basic] = distance }
    #expect(game.judge([try tag(10, east: 120)]).map(\.outcome) == [.hit])
  }

  @Test func `Guesses run out and are restored after midnight in the time zone`() throws {
    let guesses = try (0..<6).map { try tag(10 * Double($0), east: -500 - 200 * Double($0)) }
    let verdicts = try game().judge(guesses)
    #expect(verdicts.map(\.outcome.name) == Array(repeating: "miss", count: 5) + ["blocked"])
    #expect(verdicts[5].outcome == .blocked(.outOfTags))
    // At 12:00 UTC it is midnight in a zone of +12 hours.
    let late = try game { $0.zone = .offset(43_175) }.judge(guesses)
    #expect(late.allSatisfy { $0.outcome.name == "miss" })
  }

  @Test func `A home base blocks a guess, is named in the verdict, and costs the guess`() throws {
    let home = Base(
      id: "h", kind: .home, owner: "b", center: try Ground.place(210, 0), radius: 50)
    let safe = Base(
      id: "s", kind: .safe, owner: "b", center: try Ground.place(200, 0), radius: 50)
    let verdict = try game(bases: [safe, home]).judge([tag(10, east: 900)])[0]
    #expect(verdict.outcome == .blocked(.homeBase))
    #expect(verdict.evidence.base == "h")
    #expect(verdict.standings["a"]?.tags == 4)
  }

  @Test func `An eliminated player can neither tag nor be tagged`() throws {
    let game = try game { $0.strikes = 1 }
    let verdicts = game.judge([
      try tag(10, east: 200), try tag(20, east: 200), try tag(30, east: 0, from: "b", target: "a"),
    ])
    #expect(verdicts.map(\.outcome.name) == ["hit", "blocked", "blocked"])
    #expect(verdicts[2].outcome == .blocked(.playerEliminated))
    #expect(verdicts[2].standings["b"]?.tags == 5)
  }

  @Test func `A guess at the edge is disputed, and so are verdicts that depend on it`() throws {
    let verdicts = try game(deviation: 4).judge([tag(10, east: 118), tag(60, east: 190)])
    #expect(verdicts.map(\.outcome.name) == ["miss", "hit"])
    #expect(verdicts[0].evidence.isDoubtful)
    #expect(!verdicts[1].evidence.isDoubtful && verdicts[1].evidence.isDisputed)
    #expect(verdicts[1].evidence.dependences.map(\.then) == [.blocked(.safeBase)])
  }

  @Test func `Packs add guesses and wires, and a wire needs its owner nearby`() throws {
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
    let standing = try #require(verdicts[4].standings["a"])
    #expect(standing.tags == 5 && standing.bought == [.wideRadius: 5] && standing.wires == 2)
  }

  @Test func `A pack of one kind is used only by that kind, after the guesses of the day`() throws {
    func pack(_ kind: TagKind, _ count: Int) -> GameAction {
      GameAction(time: Seconds(Self.noon), player: "a", kind: .tags(kind, count: count))
    }
    let guesses = try (1...8).map {
      try tag(Double($0), east: -900 - 200 * Double($0), $0 < 7 ? .wideRadius : .basic)
    }
    let verdicts = try game().judge([pack(.wideRadius, 2), pack(.basic, 1)] + guesses)
    #expect(verdicts.dropFirst(2).dropLast().allSatisfy { $0.outcome == .miss })
    // Six wide guesses took the five of the day and one of the pack; the basic pack had one.
    #expect(verdicts[7].standings["a"]?.bought == [.basic: 1, .wideRadius: 1])
    #expect(verdicts[9].outcome == .blocked(.outOfTags))
    #expect(verdicts[9].standings["a"]?.bought == [.basic: 0, .wideRadius: 1])
    #expect(verdicts[9].standings["a"]?.tags == 0)
  }

  @Test func `A hit reveals the place, a miss the distance, and a block only the reason`()
    throws
  {
    let verdicts = try game().judge([
      tag(10, east: 60), tag(20, east: 130), tag(30, east: 190),
    ])
    #expect(verdicts.map(\.outcome) == [.miss, .hit, .blocked(.safeBase)])
    #expect(verdicts.map(\.actualPlace) == [nil, try Ground.place(200, 0), nil])
    #expect(verdicts.map { $0.distance?.value.rounded() } == [140, 70, nil])
    let lines = try verdicts.map {
      try JSONParser.parse(
        GameLines.line($0, among: verdicts, line: 1, showsHaversine: true, start: 0))
    }
    let names = lines.map { Set($0.object?.keys.map { $0 } ?? []) }
    let always: Set = [
      "for", "from", "game", "judge", "kind", "line", "result", "strikes", "t_s", "target", "type",
    ]
    #expect(names == [always, always, always.union(["reason"])])
    func shown(_ line: Int, to player: String) -> Set<String> {
      Set((lines[line]["for"]?[player]?.object?.keys.map { $0 } ?? []))
    }
    let own: Set = ["packs_left", "tags_left"]
    #expect(shown(0, to: "a") == own.union(["distance_m"]))
    #expect(shown(1, to: "a") == own.union(["distance_m", "actual_location"]))
    #expect(shown(2, to: "a") == own)
    #expect(
      (0...2).map { shown($0, to: "b") } == [
        own.union(["base_made"]), own.union(["base_made"]), own,
      ])
    #expect(lines[1]["for"]?["a"]?["actual_location"]?["lat_deg"]?.number == 51.5)
    #expect(lines[2]["judge"]?["base"]?.string == "hit-2", "the judge knows which base it was")
  }

  @Test func `Each player needs two home bases before the start`() throws {
    func base(_ name: String, _ owner: String, _ kind: Base.Kind) throws -> Base {
      Base(id: name, kind: kind, owner: owner, center: try Ground.place(0, 0), radius: 50)
    }
    let bases = [
      try base("1", "a", .home), try base("2", "a", .home), try base("3", "b", .home),
      try base("4", "b", .safe),
    ]
    let amiss = try game(bases: bases).basesAmiss
    #expect(amiss.map(\.player) == ["b"] && amiss.map(\.count) == [1])
    #expect(try game(bases: bases) { $0.homeBases = 0 }.basesAmiss.map(\.count) == [2, 1])
  }

  @Test func `A temporary wire notifies once, and never for its owner`() throws {
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

  @Test func `A verdict contains the base that it created, with place, kind, and end`() throws {
    let verdicts = try game().judge([tag(10, east: 60), tag(20, east: 130), tag(30, east: 190)])
    let lines = try verdicts.map {
      try JSONParser.parse(GameLines.line($0, among: verdicts, line: 1, start: 0))
    }
    let bases = lines.map { $0["for"]?["b"]?["base_made"] }
    #expect(bases.map { $0?["kind"]?.string } == ["safeBase", "safeBase", nil])
    #expect(bases.map { $0?["radius_m"]?.number } == [50, 50, nil])
    // Noon of the first day of 2026: the base of the miss ends at midnight, that of the hit never does.
    #expect(bases.map { $0?["until_s"]?.number } == [Self.noon + 43_200, nil, nil])
    #expect(bases[1]?["lon_deg"] != bases[0]?["lon_deg"] && bases[1]?["lat_deg"]?.number == 51.5)
    #expect(bases == lines.map { $0["judge"]?["base_made"] })
  }

  @Test func `A player who tags himself is blocked at no cost`() throws {
    let verdict = try game().judge([tag(10, east: 0, from: "a", target: "a")])[0]
    #expect(verdict.outcome == .blocked(.ownPlayer) && verdict.standings["a"]?.tags == 5)
    #expect(verdict.madeBase == nil && verdict.standings["a"]?.strikes == 3)
  }

  @Test func `A hit is uncertain with a fix five days old, and certain with a new fix`() throws {
    let late = 5 * 86_400.0
    let game = try game()
    let verdicts = game.judge([try tag(3600, east: 200), try tag(late, east: 700)])
    #expect(verdicts[0].outcome == .hit && verdicts[0].evidence.probability > 0.99)
    let other = try self.game().judge([try tag(late, east: 200)])[0]
    #expect(other.outcome == .hit && other.evidence.probability < 0.001)
    #expect(other.evidence.isDisputed)
    let still = try self.game { $0.wandering.speed = 0 }.judge([try tag(late, east: 200)])[0]
    #expect(still.evidence.probability > 0.99, "nobody who stands still is elsewhere")
  }

  @Test func `The assumed wandering matches the recorded walks`() {
    let wandering = Wandering()
    #expect(wandering.variance(after: 0) == 0)
    #expect(abs(wandering.variance(after: 60).squareRoot() - 47.6) < 0.1)
    #expect(abs(wandering.variance(after: 300).squareRoot() - 142.8) < 0.1)
  }

  @Test func `Tripwires fire with positions every five minutes, if a crossing is likely`()
    throws
  {
    func notices(_ steps: [(Double, Double, Double)], isPermanent: Bool) throws -> [WireNotice] {
      let rest = (0...4).map { (Double($0) * 300, -400.0, 0.0) }
      let game = Game(
        tracks: [
          "a": try Ground.track(rest, named: "a"), "b": try Ground.track(steps, named: "b"),
        ], bases: [])
      let wire = Tripwire(id: "w", path: [try Ground.place(0, -300), try Ground.place(0, 300)])
      return game.notices(of: [PlacedWire(wire: wire, owner: "a", isPermanent: isPermanent)])
    }
    let walk = [(0.0, 70.0, 0.0), (300, 2, 0), (600, -80, 0), (900, 80, 0)]
    let ever = try notices(walk, isPermanent: true)
    #expect(ever.map(\.isLikely) == [false, true, true])
    #expect(try notices(walk, isPermanent: false).map(\.isLikely) == [false, true])
  }

  @Test func `Tripwires use only the positions uploaded to the judge`() throws {
    let walk = (0...900).map { (Double($0), Double($0) < 450 ? -100.0 : 100, 0.0) }
    var rules = GameRules()
    rules.upload = 300
    let game = Game(
      tracks: ["a": try Ground.track([(0, 0, 0)]), "b": try Ground.track(walk)], bases: [],
      rules: rules)
    let wire = Tripwire(id: "w", path: [try Ground.place(0, -300), try Ground.place(0, 300)])
    let notices = game.notices(of: [PlacedWire(wire: wire, owner: "a", isPermanent: true)])
    #expect(notices.filter(\.isLikely).map(\.crossing.reason) == [.gap])
    #expect(notices.filter(\.isLikely).map(\.crossing.decided) == [600])
  }
}
