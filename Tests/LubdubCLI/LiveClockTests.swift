import Foundation
import TestSupport
import Testing

/// `lubdub live` with clocks that restart, wrong timestamps, and rows without a time; and several peers.
@Suite("Clocks and peers of a live run") struct LiveClockTests {
  /// Runs rows that come through a pipe.
  private static func run(
    _ rows: String, _ options: String = ""
  ) throws -> (status: String, text: String, error: String) {
    let tool = Tool()
    try tool.write(rows, to: "rows")
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

  @Test func `Rows after a device restart are accepted and reported in the summary`() throws {
    let steps = (0..<40).map { Double($0) / 10 }
    let times = steps.map { 1000 + $0 } + steps.map { 2 + $0 }
    let result = try Self.run(Self.rows(times))
    #expect(result.status == "0")
    #expect(result.error.contains("80 rows"), "\(result.error)")
    #expect(result.error.contains("clock set: -1,002 s at line 42"), "\(result.error)")
    let lines: [Substring] = result.text.split(separator: "\n")
    #expect(lines.filter { $0.contains("zone_change") }.count == 1, "\(result.text)")
  }

  @Test func `Only the row stamped an hour ahead is rejected`() throws {
    var times = (0..<40).map { Double($0) / 10 }
    times.insert(3600, at: 20)
    let result = try Self.run(Self.rows(times))
    #expect(result.error.contains("line 22: warning: 1 rejected: t_s is 3600.0"), "\(result.error)")
    #expect(result.text.contains("zone_change"))
  }

  @Test func `Rows without a time get their time of arrival`() throws {
    let json = String(repeating: "{\"range_m\": 0.5}\n", count: 30)
    let result = try Self.run(json, "--clock arrival --from ndjson")
    #expect(result.status == "0", "\(result.error)")
    #expect(result.error.contains("30 rows"), "\(result.error)")
    let csv = "id,distance\n" + String(repeating: "1,0.5\n", count: 30)
    let mapped = try Self.run(csv, "--clock arrival --columns range=distance")
    #expect(mapped.status == "0", "\(mapped.error)")
  }

  @Test func `The arrival clock needs a stream`() throws {
    let tool = Tool()
    try tool.refuse(
      "live", "walk.csv", "--clock", "arrival", "--pace",
      saying: "--clock arrival needs a stream or --follow")
  }
}
