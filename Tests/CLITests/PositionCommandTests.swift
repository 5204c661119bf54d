import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// The commands for positions, on the shipped game.
@Suite struct PositionCommandTests {
  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/positions/\(name)").path
  }

  private static func lines(_ text: String) throws -> [JSONValue] {
    try text.utf8.split(separator: 0x0A).map { try JSONParser.parse($0) }
  }

  @Test func `a pair is the same trace in any order of the logs, and beats`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let one = try tool("pair", logs[0], logs[1])
    let other = try tool("pair", logs[1], logs[0])
    #expect(one.status == 0 && one.text == other.text)
    #expect(one.text.hasPrefix("t_s,source,range_m,sd_m,east_m,north_m,age_s\n0,gnss,"))
    _ = try tool("pair", logs[0], logs[1], "-o", "walk.csv")
    let run = try tool("run", "walk.csv", "--preset", "phone-tag")
    #expect(run.status == 0 && run.text.contains("241 gnss"), "\(run.text)")
    #expect(try tool("check", "walk.csv", logs[0], Self.path("zones.geojson")).status == 0)
  }

  @Test func `a log of both ends is a trace by itself, and calibrates`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool("run", Self.path("walk.csv"), "--preset", "phone-tag")
    #expect(run.status == 0 && run.text.contains("241 gnss"), "\(run.text)")
    let fit = try tool("calibrate", Self.path("walk.csv"), "-o", "phones.yaml")
    #expect(fit.text.contains("errors of positions, in stated deviations: "), "\(fit.text)")
    #expect(try tool("run", Self.path("walk.csv"), "--config", "phones.yaml").status == 0)
  }

  @Test func `one log alone is told to need another`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool("run", Self.path("anna.gpx"))
    #expect(run.status == 2 && run.error.contains("a distance needs two"), "\(run.error)")
  }

  @Test func `fences are entered and left, and each event says why`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let run = try tool(
      "fence", Self.path("anna.gpx"), "--zones", Self.path("zones.geojson"), "-o", "felt.json")
    #expect(run.status == 0)
    let events = try Self.lines(run.text)
    let kinds = events.map { "\($0["kind"]?.string ?? "") \($0["id"]?.string ?? "")" }
    #expect(
      kinds == ["leave home-anna", "cross wire-ben", "enter square", "leave square"],
      "\(run.text)")
    #expect(events.allSatisfy { $0["reason"] != nil && $0["probability"] != nil })
    #expect(FileManager.default.fileExists(atPath: tool.path("felt.json")))
  }

  @Test func `a game is judged, and a wrong name or plan is refused`() throws {
    let tool = try Tool()
    defer { tool.cleanUp() }
    let logs = ["anna.gpx", "ben.gpx"].map(Self.path)
    let files = ["--zones", Self.path("zones.geojson"), "--actions", Self.path("actions.ndjson")]
    let run = try tool.run(["verdict"] + files + logs)
    #expect(run.status == 0)
    let verdicts = try Self.lines(run.text)
    #expect(verdicts.count == 6)
    #expect(verdicts[0]["reason"]?.string == "homeBase")
    #expect(verdicts.allSatisfy { $0["disputed"]?.bool != nil && $0["fix_age_s"] != nil })
    #expect(try tool.run(["verdict"] + files + logs.reversed()).text == run.text)
    let unnamed = try tool.run(["verdict"] + files + [logs[0]])
    #expect(unnamed.status == 2 && unnamed.error.contains("no log of the player \"ben\""))
    let plan = try tool("fence", logs[0], "--zones", logs[1])
    #expect(plan.status == 2)
  }
}
