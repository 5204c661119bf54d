import Foundation
import LubdubExtras
import LubdubTraces
import TestSupport
import Testing

@Suite(.recordings("sources/positions"))
struct SampleGameTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: try #require(SamplePositions.folder).appending(path: name)))
  }

  private static func game(_ change: (inout GameRules) -> Void = { _ in }) throws -> Game {
    let plan = try GroundPlan(try bytes("game_1.geojson"), path: "game_1.geojson")
    let tracks = try ["a", "b"].map {
      ($0, try #require(try SamplePositions.log("walk_1_\($0).gpx").track()))
    }
    var rules = GameRules()
    change(&rules)
    return Game(
      tracks: Dictionary(uniqueKeysWithValues: tracks), bases: plan.bases, rules: rules)
  }

  private static func verdicts(_ game: Game) throws -> [TagVerdict] {
    let log = ActionLog(try bytes("game_1_actions.ndjson"), start: game.start)
    #expect(log.report.rejections.isEmpty)
    return game.judge(log.actions)
  }

  private static func expected() throws -> [JSONValue] {
    try bytes("game_1_expected.ndjson").split(separator: 0x0A).map { try JSONParser.parse($0) }
  }

  @Test func `The verdicts of the game equal the published verdicts`() throws {
    let verdicts = try Self.verdicts(try Self.game())
    let expected = try Self.expected()
    #expect(try Self.game().basesAmiss.isEmpty)
    #expect(verdicts.count == 16 && expected.count == 16)
    for (verdict, row) in zip(verdicts, expected) {
      #expect(verdict.outcome.name == row["result"]?.string)
      if case .blocked(let block) = verdict.outcome {
        #expect(block.rawValue == row["reason"]?.string)
      }
      // The table was made from places with eight digits, the logs have seven.
      let distance = try #require(verdict.evidence.distance).value
      #expect(abs(distance - (row["distance_m"]?.number ?? -1)) < 0.02)
      for (player, standing) in verdict.standings {
        #expect(Double(standing.strikes) == row["strikes"]?[player]?.number)
        #expect(Double(standing.tags) == row["tags_left"]?[player]?.number)
      }
    }
  }

  @Test func `Every verdict that the true positions would change is disputed`() throws {
    let game = try Self.game()
    let verdicts = try Self.verdicts(game)
    for (verdict, row) in zip(verdicts, try Self.expected())
    where verdict.outcome.name != row["truth_result"]?.string {
      #expect(verdict.evidence.isDisputed, "\(verdict.action.time - game.start)")
    }
    let later = try #require(verdicts.first { $0.action.time - game.start == 400 })
    #expect(!later.evidence.isDoubtful)
    #expect(later.evidence.dependences.first?.then == .blocked(.safeBase))
  }

  @Test(arguments: [
    (150.0, 0.9997), (260, 0.2686), (300, 0.4250), (330, 0.0418), (430, 0.9912), (560, 0.9499),
  ])
  func `The probability of a hit matches the publication`(time: Double, expected: Double) throws {
    let game = try Self.game()
    let verdict = try #require(
      try Self.verdicts(game).first { $0.action.time - game.start == Seconds(time) })
    guard case .tag(let kind, _, _) = verdict.action.kind, let distance = verdict.evidence.distance,
      let deviation = verdict.evidence.deviation, let radius = game.rules.radius[kind]
    else { return }
    let found = PlanarUncertainty.probability(within: radius, at: distance, deviation: deviation)
    #expect(abs(found - expected) < 5e-4)
  }

  @Test func `A judge with delayed positions reports their age`() throws {
    let game = try Self.game { $0.upload = 300 }
    let verdicts = try Self.verdicts(game)
    #expect(try #require(verdicts[0].evidence.age) == 30)
    #expect(try #require(verdicts[5].evidence.age) == 0)
    #expect(verdicts.compactMap(\.evidence.age).allSatisfy { $0 < 300 })
  }
}
