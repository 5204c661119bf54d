import Foundation
import LubdubGround
import TestSupport
import Testing

/// `lubdub live` with clocks that begin anew, stamps that are wrong, and rows without a time; and several peers.
@Suite("Clocks and peers of a live run") struct LiveClockTests {
  /// Runs rows that come through a pipe.
  private static func run(
    _ rows: String, _ options: String = ""
  ) throws -> (status: String, text: String, error: String) {
    let tool = try Tool()
    defer { tool.cleanUp() }
    try Data(rows.utf8).write(to: URL(filePath: tool.path("rows")))
    let command = "cat rows | \"$tool\" live - \(options) > out 2> error; echo $? > status"
    try LiveTests.shell(command, tool)
    let status = try LiveTests.contents("status", tool).prefix { $0 != "\n" }
    return (
      String(status), try LiveTests.contents("out", tool), try LiveTests.contents("error", tool)
    )
  }

  private static func rows(_ times: [Double]) -> String {
    "t_s,range_m\n" + times.map { "\($0),0.5\n" }.joined()
  }

  @Test("After the device was started anew its rows are taken, and the summary says so")
  func restart() throws {
    let steps = (0..<40).map { Double($0) / 10 }
    let times = steps.map { 1000 + $0 } + steps.map { 2 + $0 }
    let result = try Self.run(Self.rows(times))
    #expect(result.status == "0")
    #expect(result.error.contains("80 rows"), "\(result.error)")
    #expect(result.error.contains("clock set: -1,002 s at line 42"), "\(result.error)")
    let lines: [Substring] = result.text.split(separator: "\n")
    #expect(lines.filter { $0.contains("zone_change") }.count == 1, "\(result.text)")
  }

  @Test("One row an hour ahead is refused, and no other")
  func ahead() throws {
    var times = (0..<40).map { Double($0) / 10 }
    times.insert(3600, at: 20)
    let result = try Self.run(Self.rows(times))
    #expect(result.error.contains("time-ahead: 1 row (line 22)"), "\(result.error)")
    #expect(result.text.contains("zone_change"))
  }

  @Test("Rows without a time are stamped when they arrive")
  func arrival() throws {
    let json = String(repeating: "{\"range_m\": 0.5}\n", count: 30)
    let result = try Self.run(json, "--clock arrival --from ndjson")
    #expect(result.status == "0", "\(result.error)")
    #expect(result.error.contains("30 rows"), "\(result.error)")
    let csv = "id,distance\n" + String(repeating: "1,0.5\n", count: 30)
    let mapped = try Self.run(csv, "--clock arrival --columns range=distance")
    #expect(mapped.status == "0", "\(mapped.error)")
  }

  @Test("The time of arrival needs a stream")
  func refused() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let result = try tool("live", "walk.csv", "--clock", "arrival", "--pace")
    #expect(result.status == 2)
    #expect(result.error.contains("--clock arrival needs a stream or --follow"))
  }

  @Test("Links that beat at the same times are one timeline", arguments: ["all", "nearest"])
  func together(mix: String) throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let rows = (0..<900).flatMap { step in
      let swing = sin(Double(step) / 60)
      return [("A", 1.5 + swing), ("B", 1.5 - swing)].map {
        "\(Double(step) / 10),\($0.1),\($0.0)\n"
      }
    }
    try Data("t_s,range_m,peer\n\(rows.joined())".utf8).write(
      to: URL(filePath: tool.path("log.csv")))
    let run = try tool("run", "log.csv", "--all-peers", "--mix", mix, "-o", "mix.json")
    #expect(run.status == 0, "\(run.error)")
    let document = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: tool.path("mix.json")))))
    let times = try #require(document["beats"]?.array).compactMap { $0["t_s"]?.number }
    #expect(times.count > 40 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // Both are far at the same time in the middle.
    if mix == "all" { #expect(run.text.contains("more left out"), "\(run.text)") }
  }

  @Test("Of two peers in one log the nearest is felt, and an unknown one is refused")
  func mix() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    var rows = "t_s,range_m,peer\n"
    for step in 0..<300 {
      let time = Double(step) / 10
      rows += "\(time),\(time < 15 ? 0.4 : 1.5),A\n\(time + 0.05),0.8,B\n"
    }
    rows += "30,1,\nx,1,A\n"
    try Data(rows.utf8).write(to: URL(filePath: tool.path("log.csv")))
    let near = try tool("run", "log.csv", "--all-peers", "--mix", "nearest", "-o", "mix.json")
    #expect(near.status == 0, "\(near.error)")
    #expect(near.text.contains("felt: A") && near.text.contains("felt: B"), "\(near.text)")
    #expect(near.text.contains("2 peers, "))
    let document = try JSONParser.parse(
      Array(try Data(contentsOf: URL(filePath: tool.path("mix.json")))))
    let felt = try #require(document["felt"]?.array)
    #expect(felt.compactMap { $0["peer"]?.string } == ["A", "B"])
    #expect(near.error.contains("log.csv: 1 row without a link skipped"), "\(near.error)")
    #expect(near.error.contains("line 603"), "\(near.error)")
    let scored = try tool(
      "run", "log.csv", "--all-peers", "--mix", "all", "--truth-edges", "0.05,0.2,1,2")
    #expect(scored.status == 2 && scored.error.contains("--mix scores nothing"), "\(scored.error)")
    let unknown = try tool("run", "log.csv", "--all-peers", "--mix", "C")
    #expect(unknown.status == 2)
    #expect(unknown.error.contains("expected nearest, all or one of the links: A, B"))
  }
}
