import Lubdub
import Testing

@testable import LubdubExtras

@Suite struct GamePhaseTests {
  private static let noon = 1_767_268_800.0

  /// Players a kilometer apart, for an hour.
  private func game(_ names: [String]) throws -> Game {
    let times = stride(from: 0.0, through: 3600, by: 60)
    let tracks = try names.enumerated().map { index, name in
      try Ground.track(
        times.map { (Self.noon + $0, 1000 * Double(index), 0) }, named: name, deviation: 1)
    }
    var rules = GameRules()
    rules.baseRadius = 1
    return Game(
      tracks: Dictionary(uniqueKeysWithValues: zip(names, tracks)), bases: [], rules: rules)
  }

  private func action(_ time: Double, _ player: String, _ kind: GameAction.Kind) -> GameAction {
    GameAction(time: Seconds(Self.noon + time), player: player, kind: kind)
  }

  /// A guess that is off by that many meters: each hit shelters the place of the hit before.
  private func hit(_ time: Double, _ player: String, _ target: String, at east: Double) throws
    -> GameAction
  {
    action(time, player, .tag(.basic, target: target, guess: try Ground.place(east, 0)))
  }

  @Test func `A game is active from the start unless players announce readiness`() throws {
    let tag = try hit(10, "a", "b", at: 1000)
    #expect(try game(["a", "b"]).judge([tag]).map(\.phase) == [.active])
    let waiting = try game(["a", "b"]).judge([action(5, "a", .ready), tag])
    #expect(waiting.map(\.phase) == [.waiting, .waiting])
    #expect(waiting.last?.outcome == .blocked(.notStarted))
    #expect(waiting.last?.standings["a"]?.tags == 5, "a guess before the start costs nothing")
    let begun = try game(["a", "b"]).judge([
      action(5, "a", .ready), action(6, "b", .ready), tag,
    ])
    #expect(begun.map(\.phase) == [.waiting, .active, .active])
    #expect(begun.last?.outcome == .hit)
  }

  @Test func `The last remaining player wins, and the game places no more items`() throws {
    var game = try game(["a", "b"])
    game = Game(
      tracks: game.tracks, bases: [],
      rules: {
        var r = game.rules; r.strikes = 1; return r
      }())
    let wire = Tripwire(id: "late", path: [try Ground.place(-5, 0), try Ground.place(5, 0)])
    let verdicts = game.judge([
      try hit(10, "a", "b", at: 1000), try hit(20, "b", "a", at: 0),
      action(30, "a", .wires(count: 1)), action(40, "a", .wire(wire, isPermanent: true)),
    ])
    #expect(verdicts[0].phase == .completed(winner: "a"))
    #expect(verdicts[1].outcome == .blocked(.playerEliminated))
    #expect(verdicts[3].outcome == .blocked(.gameOver))
    #expect(verdicts.last?.phase.winner == "a")
  }

  @Test func `A game of three players continues until one player remains`() throws {
    var rules = GameRules()
    rules.strikes = 1
    let three = Game(tracks: try game(["a", "b", "c"]).tracks, bases: [], rules: rules)
    let verdicts = three.judge([
      try hit(10, "a", "b", at: 1000), try hit(20, "c", "a", at: 0),
    ])
    #expect(verdicts.map(\.phase) == [.active, .completed(winner: "c")])
  }
}
