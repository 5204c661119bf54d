import Foundation
import TestSupport
import Testing

/// `lubdub plan` on the shipped week.
@Suite struct PlanCommandTests {
  private let tool = Tool()

  private static func path(_ name: String) -> String {
    Recordings.packageRoot.appending(path: "datasets/day/\(name)").path
  }

  private static let input = [
    path("readings.csv"), "--pool", path("pool.json"), "--date", "2026-11-22",
  ]

  @Test func `A plan is reproducible as JSON, calendar, and timeline`() throws {
    var files: [[Data]] = []
    for name in ["one", "two"] {
      try tool.succeed(
        ["plan"] + Self.input
          + ["-o", "\(name).json", "-o", "\(name).ics"]
          + ["-o", "\(name)-cues.json", "--as", "json"])
      files.append(
        try ["\(name).json", "\(name).ics", "\(name)-cues.json"].map {
          try Data(contentsOf: URL(filePath: tool.path($0)))
        })
    }
    #expect(files[0] == files[1])
    let document = try JSONParser.parse(files[0][0])
    #expect(document["plan"]?.array?.count == 8)
    #expect(document["profile"]?["sleep_debt_h"]?.number == 6.8)
    #expect(document["profile"]?["chronotype"]?.string == "middle")
    #expect(document["readings"]?["steps"]?.number == 7)
    #expect(document["profile"]?["steps"]?.number == 8100)
    #expect(try tool("check", "one-cues.json").status == 0)
  }

  @Test func `An invalid day or pool is rejected, and empty readings still give a plan`() throws {
    try Data("id,time,type,value\n".utf8).write(to: URL(filePath: tool.path("none.csv")))
    let pool = Self.path("pool.json")
    let none = try tool.succeed("plan", "none.csv", "--pool", pool, "--date", "2026-11-22")
    #expect(try JSONParser.parse(none.output)["profile"]?["average_hrv_ms"] == .null)
    #expect(try tool("plan", "none.csv", "--pool", pool, "--date", "2026-02-30").status == 2)
    let readings = Self.path("readings.csv")
    try tool.refuse(
      "plan", "none.csv", "--pool", readings, "--date", "2026-11-22", saying: "readings.csv: line 1"
    )
  }

  @Test func `The check command recognizes readings, pools, and plans`() throws {
    let day = Recordings.packageRoot.appending(path: "datasets/day").path
    try tool.succeed(
      "plan", "\(day)/readings.csv", "--pool", "\(day)/pool.json", "--date", "2026-11-21", "-o",
      "plan.json")
    try tool.succeed(["check", "\(day)/readings.csv", "\(day)/pool.json", "plan.json"])
    try Data("id,time,type,value\nx,yesterday,hrv,40\n".utf8).write(
      to: URL(filePath: tool.path("readings.csv")))
    #expect(try tool.run(["check", "readings.csv"]).text.contains("line 2"))
    try Data("[{\"mechanism\": \"body\", \"origin\": \"x\"}]".utf8).write(
      to: URL(filePath: tool.path("pool.json")))
    #expect(try tool.run(["check", "pool.json"]).status == 1)
  }
}
