import Lubdub
import LubdubSupport
import LubdubTraces
import LubdubWorkbench
import Testing

@testable import LubdubWorkbench

@Suite("Runs on a host")
struct HostedRunsTests {
  @Test(arguments: [(1, 1), (3, 4), (1000, 2), (1000, 1000), (17, 3), (0, 2)])
  func `Shards of like size contain each recording once, in order`(recordings: Int, workers: Int) {
    let rows = (0..<recordings).map { 300 + $0 % 7 * 100 }
    let shards = Shards(rows: rows, workers: workers).ranges
    #expect(shards.flatMap { Array($0) } == Array(0..<recordings))
    #expect(shards.count <= workers * Shards.unitsPerWorker)
    #expect(shards.allSatisfy { !$0.isEmpty })
    let sums = shards.map { $0.reduce(0) { $0 + rows[$1] } }
    if let least = sums.min(), let most = sums.max() { #expect(most - least <= 2000) }
  }

  @Test func `Units contain every run once, each within one shard, and have a minimum size`() {
    let shards = Shards(rows: Array(repeating: 600, count: 200), workers: 2)
    let runs = Self.runs(recordings: 200, candidates: 40)
    let units = shards.units(of: runs)
    #expect(units.flatMap(Self.places).sorted() == Array(runs.indices))
    for unit in units {
      let candidates = unit.places[0].map { runs[$0].candidate }
      for places in unit.places {
        let recordings = Set(places.map { runs[$0].recording })
        #expect(recordings.count == 1)
        #expect(recordings.allSatisfy { shards.ranges[unit.shard].contains($0) })
        #expect(places.map { runs[$0].candidate } == candidates)
      }
    }
    #expect((8...24).contains(units.count))
    let one = shards.units(of: Self.runs(recordings: 200, candidates: 1))
    #expect(one.count <= Shards.unitsPerWorker * 2)
  }

  @Test("A thousand workers get only as many units as their scheduler can handle")
  func thousandWorkers() {
    let units = Shards(rows: Array(repeating: 600, count: 4000), workers: 1000)
      .units(of: Self.runs(recordings: 4000, candidates: 1))
    let longest = units.map { 600 * Self.places($0).count }.max() ?? 0
    #expect(units.count * Shards.rowsPerUnit <= 2 * longest)
  }

  @Test func `Many candidates are split into units of limited size`() {
    let units = Shards(rows: [10_000], workers: 4).units(
      of: Self.runs(recordings: 1, candidates: 256))
    #expect(units.count == 16)
    #expect(units.flatMap(Self.places) == Array(0..<256))
    let long = Array(repeating: 100_000, count: 1000)
    let large = Shards(rows: long, workers: 1).units(of: Self.runs(recordings: 1000, candidates: 3))
    #expect(large.allSatisfy { (Self.places($0).count - 3) * 100_000 <= Shards.mostRows })
  }

  @Test func `A unit combines recordings that lack the same runs`() {
    let runs = Self.runs(recordings: 5, candidates: 3).filter {
      $0 != .init(recording: 2, candidate: 1)
    }
    let units = Shards(rows: Array(repeating: 600, count: 5), workers: 1).units(of: runs)
    #expect(units.map { $0.places.map(\.count) } == [[3, 3, 3, 3], [2]])
    #expect(units.flatMap(Self.places).sorted() == Array(runs.indices))
  }

  private static func places(_ unit: Shards.Unit) -> [Int] { unit.places.flatMap(\.self) }

  private static func runs(recordings: Int, candidates: Int) -> [Shards.Run] {
    (0..<candidates).flatMap { candidate in
      (0..<recordings).map { Shards.Run(recording: $0, candidate: candidate) }
    }
  }

  @Test func `Scores survive conversion to text to the last bit, including missing ones`() throws {
    var score = Score()
    for (index, field) in Score.fields.enumerated() {
      score[keyPath: field] = 1 / Double(index + 3)
    }
    let answer: JSONValue = ["scores": .string(Score.text(of: [score, nil, Score()]))]
    #expect(try Score.list(of: answer, count: 3) == [score, nil, Score()])
    #expect(throws: TuningHostError.self) { try Score.list(of: answer, count: 2) }
    #expect(try Score.list(of: [:], count: 0).isEmpty)
  }

  /// Answers the questions in their order.
  private final class Script: TuningHost {
    private var answers: [JSONValue?]
    private(set) var questions: [JSONValue] = []

    init(_ answers: [JSONValue?]) { self.answers = answers }

    func ask(_ question: JSONValue) throws -> JSONValue? {
      questions.append(question)
      guard !answers.isEmpty else { throw TuningHostError("it has ended") }
      return answers.removeFirst()
    }
  }

  private static func task() -> TuningTask {
    let records = (0..<40).map {
      TraceRecord(.uwb(1, at: Seconds(Double($0) * 0.1)), truth: 1)
    }
    return TuningTask(
      [Recording(dataset: "set", name: "walk", records: records)],
      base: Preset.default.configuration, budget: 8)
  }

  @Test(
    "A host that ends, fails, or answers too little gives the reason",
    arguments: [
      ([], "it has ended"), ([["workers": 0]], "there are no workers"),
      ([["workers": 1], [:], ["error": "the roof is on fire"]], "the roof is on fire"),
      ([["workers": 1], [:], [:], ["scores": ""]], "an answer does not have 1 scores"),
    ] as [([JSONValue], String)])
  func failures(answers: [JSONValue], reason: String) {
    let error = #expect(throws: TuningHostError.self) {
      try Tuner(Self.task(), runsBy: Script(answers)).run()
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "no error")")
  }

  @Test func `A host receives recordings, then units, and may end the search`() throws {
    let host = Script([["workers": 1], [:], [:], nil])
    let result = try Tuner(Self.task(), runsBy: host).run()
    #expect(!result.isComplete)
    #expect(
      host.questions.map { $0.object?.keys.sorted() } == [
        ["workers"], ["shard"], ["units"], ["next"],
      ])
    let shard = try JSONParser.parse(Array((host.questions[1]["shard"]?.string ?? "").utf8))
    #expect(shard.array?.first?["rows"] == 40)
    let unit = host.questions[2]["units"]?.array?.first?.array?.last?.string ?? ""
    let members = try JSONParser.parse(Array(unit.utf8))
    #expect(members["by"]?.string == UnitIdentity.current)
    #expect(members["candidates"]?.array?.count == 1)
    #expect(members["recordings"] == [0])
  }
}
