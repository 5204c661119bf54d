import Foundation
import Lubdub
import LubdubSupport
import LubdubTraces
import Testing

@testable import LubdubWorkbench

@Suite("Answers of other programs")
struct GivenEstimatesTests {
  private static let recording = Recording(
    dataset: "set", name: "walk",
    records: (0..<300).map { index in
      let truth = 3 + 2 * cos(Double(index) / 40)
      return TraceRecord(
        .uwb(Meters(truth + 0.05 * Double(index % 5 - 2)), at: Seconds(0.1 * Double(index))),
        truth: Meters(truth), line: index + 1)
    })

  private static func folder(_ table: String, _ name: String = "walk") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(table.utf8).write(to: folder.appending(path: "\(name).csv"))
    return folder.path
  }

  @Test func `The tool's own answers, given as a table, have the tool's own scores`() throws {
    var filter = EstimatorKind.fusion.make()
    var table = "t_s,distance_m,low_m,high_m\n"
    for record in Self.recording.records {
      filter.update(record.sample)
      let answer = filter.estimate(at: record.sample.time).flatMap {
        $0.status == .confirming ? nil : $0
      }
      table += "\(record.sample.time.value),"
      table += answer.map { "\($0.distance.value),\($0.low.value),\($0.high.value)\n" } ?? ",,\n"
    }
    let folder = try Self.folder(table)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var benchmark = try AccuracyBenchmark()
    (benchmark.source, benchmark.estimators) = (.none, [.fusion])
    benchmark.given = [try GivenEstimates("mine", in: folder, for: [Self.recording])]
    let rows = try benchmark.run([Self.recording]).groups[0].rows
    #expect(rows.map(\.estimator.name) == ["fusion", "mine"])
    let (fusion, mine) = (rows[0].range, rows[1].range)
    #expect(mine.count == fusion.count && mine.answered == fusion.answered)
    #expect(mine.rootMeanSquare == fusion.rootMeanSquare && mine.coverage == fusion.coverage)
    #expect(mine.intervalWidth == fusion.intervalWidth)
  }

  @Test func `An answer is valid until the next answer, and an empty answer clears it`() throws {
    let folder = try Self.folder("t_s,distance_m\n0,3\n10,\n20,-1\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let given = try GivenEstimates("mine", in: folder, for: [Self.recording])
    let track = ScoredTrack(
      of: try #require(given.estimator(for: Self.recording)), over: Self.recording.records)
    #expect(track.points.prefix(100).allSatisfy { $0.estimate?.distance == 3 })
    #expect(track.points[100..<200].allSatisfy { $0.estimate == nil })
    #expect(track.points[200...].allSatisfy { $0.estimate?.distance == 0 })
    #expect(RangeScore(track)?.coverage == nil)
  }

  @Test func `A row without a distance has no zone`() throws {
    let folder = try Self.folder("t_s,distance_m,zone\n0,3,1\n10,,1\n20,2,1\n")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let given = try GivenEstimates("mine", in: folder, for: [Self.recording], zoneCount: 2)
    #expect(given.moves(for: Self.recording)?.map(\.zone) == [1, nil, 1])
  }

  @Test(arguments: [(300, ["between"]), (299, [])] as [(Int, [String])])
  func `Answers to another recording are recognized by their times and count`(
    _ rows: Int, _ mistaken: [String]
  ) throws {
    // Between the rows of `walk`, which is sampled at 10 Hz.
    let between = Recording(
      dataset: "set", name: "between",
      records: (0..<290).map {
        TraceRecord(.uwb(3, at: Seconds(0.05 + 0.1 * Double($0))), truth: 3, line: $0 + 1)
      })
    let answers = (0..<rows).map { "\(0.1 * Double($0)),3\n" }.joined()
    let folder = try Self.folder("t_s,distance_m\n\(answers)", "between")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recordings = [Self.recording, between]
    let given = try GivenEstimates("mine", in: folder, for: recordings, zoneCount: 7)
    #expect(given.mistaken.map(\.name) == mistaken)
    #expect(given.mistaken.map(\.other) == mistaken.map { _ in "walk" })
    #expect(try GivenEstimates("mine", in: folder, for: recordings).mistaken.isEmpty)
  }

  @Test func `Invalid tables and a folder without tables are rejected`() throws {
    for table in ["a,b\n1,2\n", "t_s,distance_m\nx,2\n", "t_s,distance_m\n1,far\n"] {
      let folder = try Self.folder(table)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(throws: ReadError.self, "\(table)") {
        try GivenEstimates("mine", in: folder, for: [Self.recording])
      }
    }
    let folder = try Self.folder("t_s,distance_m\n1,2\n", "other")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: ReadError.self) {
      try GivenEstimates("mine", in: folder, for: [Self.recording])
    }
  }
}
