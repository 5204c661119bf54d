import Foundation
import TestSupport
import Testing

/// Findings about the values and the order of rows.
@Suite struct TraceFindingTests {
  private let tool = Tool()

  @Test func `The check command warns about values plausible only in other units or as links`()
    throws
  {
    let cases: [(rule: String, row: (Int) -> String)] = [
      ("some-beyond-reach", { "\(Double($0) / 10),\($0 == 50 ? 655.35 : 2)\n" }),
      ("stuck", { "\(Double($0) / 10),\($0 == 50 ? 65.535 : 2)\n" }),
      ("stuck", { "\(Double($0) / 10),\($0 == 50 || $0 == 51 ? 0 : 2)\n" }),
      ("hour", { "\(Double($0) / 10 + ($0 < 50 ? 0 : 3600)),2\n" }),
      ("far", { "\(Double($0) / 10),312.\($0 % 2)\n" }),
      ("slow", { "\(100 * $0),2.\($0 % 3)\n" }),
      ("mixed", { "\(Double($0) / 10),\($0.isMultiple(of: 2) ? 2 : 9)\n" }),
      ("unit", { "\(Double($0) / 10),\(3 * ($0 < 50 ? $0 : 100 - $0))\n" }),
      ("empty", { "\(Double($0) / 10),\n" }),
      ("equal-times", { "\(Double($0 / 2) / 10),\($0.isMultiple(of: 2) ? 2 : 9)\n" }),
    ]
    for (rule, row) in cases {
      try tool.write("t_s,range_m\n" + (0..<100).map(row).joined(), to: "odd.csv")
      let check = try tool("check", "odd.csv")
      #expect(check.text.contains("[\(rule)]"), "\(rule): \(check.text)")
    }
    let dataset = Recordings.packageRoot.appending(path: "datasets/approach.csv").path
    #expect(try tool("check", dataset).text.contains("no problems found"))
  }

  @Test func `Several links, wrapped parts, and an empty column get a suitable fix`() throws {
    func range(_ row: Int) -> Double { 4 - Double(abs(row % 100 - 50)) * 0.07 }
    func table(_ header: String, _ places: [Int], _ row: (Int, Double) -> String) -> String {
      header + "\n" + places.map { row($0, Double($0) / 10) + "\n" }.joined()
    }
    let places = Array(0..<300)
    let cases: [(text: String, said: String)] = [
      (
        table("t_s,range_m", places) { "\($1),\(range($0))\n\($1 + 0.05),\(range($0) + 2)" },
        "say which column contains the link: peer=NAME"
      ),
      (
        table("t_s,tag,range_m", places) {
          "\($1),A,\(range($0))\n\($1 + 0.05),B,\(range($0) + 2)"
        }, "say which column contains the link: peer=NAME"
      ),
      (
        table("t_s,range_m", places.suffix(200) + places.prefix(100)) { "\($1),\(range($0))" },
        "if rows are written in another order, --reorder all sorts them"
      ),
      (
        table("t_s,range_m,distance_m", places) { "\($1),,\(range($0))" },
        "read it with --columns t=t_s,range=distance_m"
      ),
    ]
    for (text, said) in cases {
      try tool.write(text, to: "odd.csv")
      let run = try tool("run", "odd.csv")
      #expect(run.error.contains(said), "\(run.error)")
      #expect(!run.error.contains(":ft"), "\(run.error)")
    }
  }

  @Test func `A sentinel for missing measurements doesn't imply another unit`() throws {
    let cases = [("range_m", 8.191, 1.0), ("range_m", 0, 1), ("range_cm", 999, 100)]
    for (name, sentinel, scale) in cases {
      let rows = (0..<600).map { row in
        let range = (4 - Double(abs(row % 100 - 50)) * 0.07) * scale
        return "\(Double(row) / 10),\(row % 9 == 8 ? sentinel : range)\n"
      }
      try tool.write("time_s,\(name)\n" + rows.joined(), to: "odd.csv")
      let run = try tool("run", "odd.csv", "--columns", "t=time_s,range=\(name)")
      #expect(run.error.contains("unreachable by walking"), "\(run.error)")
      #expect(!run.error.contains("look like"), "\(run.error)")
    }
  }

  @Test func `The run and check commands find sentinels and unit changes`() throws {
    func write(_ name: String, _ range: (Int) -> Double) throws {
      let rows = (0..<300).map { "\(Double($0) / 10),\(range($0))\n" }
      try tool.write("t_s,range_m\n" + rows.joined(), to: name)
    }
    try write("zero.csv") { (100..<130).contains($0) ? 0 : 3 }
    try write("full.csv") { $0.isMultiple(of: 20) ? 65.535 : 3 }
    try write("unit.csv") { ($0 < 200 ? 1 : 100) * (3 + Double($0 % 7) / 100) }
    try write("first.csv") { $0 < 25 ? 0 : 3.2 }
    try write("feet.csv") { ($0 < 200 ? 3.2808 : 1) * (4 + Double($0 % 7) / 100) }
    try write("one.csv") { $0 == 100 ? 40 : 3 + Double($0 % 10) / 100 }
    let said = [
      "zero.csv": ["30 ranges are 0 m", "line 102: "],
      "full.csv": ["15 ranges are 65.535 m", "line 2: "],
      "first.csv": ["25 ranges are 0 m", "line 2: "],
      "feet.csv": ["jumps by 9.2 m and stays there", "line 202: "],
      "unit.csv": ["from line 202 on the ranges are 100 times as long"],
    ]
    for command in ["run", "check"] {
      for (name, words) in said {
        let run = try tool(command, name)
        let text = run.text + run.error
        #expect(words.allSatisfy { text.contains($0) }, "\(command) \(name): \(text)")
        #expect(!words[0].hasSuffix(" m") || !text.contains("stays there"), "\(text)")
      }
    }
    #expect(try tool("check", "one.csv").text.contains("no problems found"))
    let pace = (0..<300).map { "\($0 < 150 ? Double($0) / 10 : Double(100 * $0)),3.0\n" }
    try tool.write("t_s,range_m\n" + pace.joined(), to: "pace.csv")
    #expect(try tool("run", "pace.csv").error.contains("a thousand times farther apart"))
  }

  @Test func `Commands that score a recording report its rejected rows`() throws {
    let rows = (0..<50).map { "\(Double($0) / 10),uwb,\($0 == 20 ? "x" : "2"),2\n" }.joined()
    try tool.write("t_s,source,range_m,truth_m\n" + rows, to: "walk.csv")
    for command in LinkSelectionTests.commands.suffix(2) + [["calibrate"]] {
      let run = try tool.succeed(command + ["walk.csv"])
      #expect(run.error.contains("line 22: warning: 1 rejected"), "\(command): \(run.error)")
    }
  }

  @Test("Objects without any named member count as lost rows, and import also checks units")
  func renamedMember() throws {
    let lines = (0..<600).map {
      "{\"ts\": \(100 * $0), \"\($0 < 30 ? "distance_m" : "distance_cm")\": 3.\($0 % 10)}\n"
    }
    try tool.write(lines.joined(), to: "in.ndjson")
    for command in [["import", "in.ndjson", "-o", "out.csv"], ["run", "in.ndjson"]] {
      let run = try tool.run(command + ["--columns", "t=ts:ms,range=distance_m"])
      #expect(
        run.status == 1 && run.error.contains("570 of 600 rows were not used"), "\(run.error)")
    }
    let rows = (0..<600).map { "\($0 * 100),\(3 + 0.001 * Double($0))\n" }.joined()
    try tool.write("t_s,range_m\n" + rows, to: "ms.csv")
    let ms = try tool.run(["import", "ms.csv", "-o", "ms2.csv"])
    #expect(ms.status == 0 && ms.error.contains("t=t_s:ms"), "\(ms.error)")
  }

  @Test(
    "Rows below a header with other columns are rejected until the first header returns",
    arguments: [
      (
        "time_ms,distance_mm", "time_ms,distance_cm",
        ["--columns", "t=time_ms:ms,range=distance_mm:mm"]
      ),
      ("t_s,range_m", "t_s,range_cm", []), ("t_s,range_m", "t_ms,range_m", []),
    ] as [(String, String, [String])])
  func joined(first: String, second: String, options: [String]) throws {
    func rows(_ times: Range<Int>) -> [String] { times.map { "\($0),2.\($0 % 10)" } }
    let parts = [
      [first], rows(0..<300), ["WARN distance lost, tag gone", second], rows(300..<400), [first],
      rows(400..<500),
    ]
    try tool.write(parts.joined().joined(separator: "\n") + "\n", to: "in.csv")
    let run = try tool.run(["import", "in.csv", "-o", "out.csv"] + options)
    #expect(run.error.contains("header of other columns"), "\(run.error)")
    #expect(run.error.contains("101 rows rejected"), "\(run.error)")
    #expect(try tool.text(of: "out.csv").split(separator: "\n").count == 401)
  }

  @Test func `Rows shuffled beyond the window are rejected with the option that sorts`() throws {
    let rows = (0..<40_009).map { $0 * 7919 % 40_009 }.map { "\(Double($0) / 20),3\n" }
    try tool.write("t_s,range_m\n" + rows.joined(), to: "shuffled.csv")
    let run = try tool("run", "shuffled.csv", "--reorder", "1")
    #expect(run.status == 1)
    #expect(run.error.contains("[rows-lost]; --reorder all sorts the rows"), "\(run.error)")
  }

  @Test func `Late rows are put in order if requested`() throws {
    try tool.write("t_s,range_m\n0,0.5\n2,0.6\n1,0.7\n", to: "in.csv")
    let plain = try tool.run(["import", "in.csv"])
    #expect(plain.error.contains("[time-backwards]"))
    let sorted = try tool.run(["import", "in.csv", "--reorder", "1"])
    #expect(sorted.text.hasSuffix("0,uwb,0.5,,,,,,\n1,uwb,0.7,,,,,,\n2,uwb,0.6,,,,,,\n"))
  }

  @Test func `Links with separate counters are imported without losing a row`() throws {
    var log = "t_s,range_m,peer\n"
    for row in 0..<600 {
      let walk = 2.25 + 1.75 * cos(Double(row) / 60)
      for (link, start) in [20_000, 55_000].enumerated() {
        let count = (100 * row + 30 * link + start) % 65_536
        let range = link == 0 ? walk : 4.5 - walk
        log += "\(Double(count) / 1000),\(range),\(["desk", "door"][link])\n"
      }
    }
    try tool.write(log, to: "own")
    let imported = try tool("import", "own")
    #expect(
      imported.text.split(separator: "\n").count == 1201 && !imported.error.contains("rejected"))
  }
}
