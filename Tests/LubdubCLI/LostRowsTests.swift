import Foundation
import TestSupport
import Testing

/// If most rows of a trace aren't used, the command writes its output, and ends with status 1 and a fix.
@Suite struct LostRowsTests {
  private let tool = Tool()

  /// A walk with a truth, 60 s.
  private static let walk = (0..<600).map { row in
    let range = 2.25 + 1.75 * cos(Double(row) / 60)
    return [Double(row) / 10, range + 0.05 * sin(Double(row) * 1.7), -60, range]
  }

  private static func table(_ rows: [[Double]]) -> String {
    "t_s,range_m,rssi_dbm,truth_m\n"
      + rows.map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }.joined()
  }

  /// Rows in random order, the same each time.
  private static let unsorted = (0..<600).map { walk[$0 * 7919 % 600] }

  private static func scaled(_ column: Int, _ factor: Double) -> [[Double]] {
    walk.map { row in row.indices.map { $0 == column ? row[$0] * factor : row[$0] } }
  }

  @Test func `Every command that loses rows writes its results and ends with status 1`() throws {
    try tool.write(Self.table(Self.unsorted), to: "walk.csv")
    let commands = [
      ["run", "-o", "o.json"], ["estimate", "-o", "o.csv"], ["import", "-o", "i.csv"],
      ["report", "-o", "o.html"], ["live"], ["check"], ["calibrate"],
      ["sweep", "--over", "uwb.gate=3"], ["tune", "--budget", "8"],
      ["compare", "eternal-loop", "geiger"], ["bench", "accuracy", "--protocol", "none"],
      ["bench", "zones"],
    ]
    for command in commands {
      let place = command[0] == "bench" ? 2 : command[0] == "compare" ? 3 : 1
      let run = try tool.run(command[..<place] + ["walk.csv"] + command[place...])
      #expect(run.status == 1, "\(command): \(run.error)")
      let said = run.error + run.text
      #expect(said.contains("--reorder all"), "\(command): \(said)")
    }
    for file in ["o.json", "o.csv", "i.csv", "o.html"] {
      #expect(tool.hasFile(file), "\(file)")
    }
  }

  @Test(
    "The suggested fix reads the same rows as the clean trace",
    arguments: [
      ("unsorted", unsorted, "--reorder all"), ("cm", scaled(1, 100), ":cm"),
      ("mm", scaled(1, 1000), ":mm"), ("ms", scaled(0, 1e3), ":ms"),
    ] as [(String, [[Double]], String)])
  func cure(name: String, rows: [[Double]], cure: String) throws {
    try tool.write(Self.table(Self.walk), to: "clean.csv")
    try tool.write(Self.table(rows), to: "walk.csv")
    let run = try tool("run", "walk.csv")
    #expect(run.status == (name == "ms" ? 0 : 1), "\(run.error)")
    let found = run.error.firstMatch(of: /(?:with |; )(--columns \S+|--reorder all)/)
    let options = try #require(found.map { String($0.1) }, "\(run.error)")
    #expect(options.contains(cure))
    let mended = try tool.run(
      ["import", "walk.csv"] + options.split(separator: " ").map(String.init))
    let clean = try tool("import", "clean.csv")
    func numbers(_ run: Tool.Outcome) -> [[Double?]] {
      run.text.split(separator: "\n").map { $0.split(separator: ",").map { Double($0) } }
    }
    let (one, other) = (numbers(mended), numbers(clean))
    #expect(one.count == 601 && one.count == other.count)
    for (row, wanted) in zip(one, other) {
      #expect(
        zip(row, wanted).allSatisfy { (($0 ?? 0) - ($1 ?? 0)).magnitude < 1e-6 },
        "\(name): \(row), \(wanted)")
    }
  }

  @Test func `The run and check commands report levels that are implausible or too rare`() throws {
    for (step, level, said) in [
      (1, -6, "above -15"), (16, -60, "a level every 16"), (15, -60, "a level every 15"),
    ] {
      let text = "t_s,rssi_dbm\n" + (0..<100).map { "\($0 * step),\(level)\n" }.joined()
      try tool.write(text, to: "walk.csv")
      let run = try tool("run", "walk.csv")
      #expect(run.status == 0 && run.error.contains(said), "\(run.error)")
      let check = try tool("check", "walk.csv")
      #expect(check.status == 0 && check.text.contains(said), "\(check.text)")
    }
  }

  @Test("Rows of other links don't count as lost, and all links of a log are run")
  func links() throws {
    // A few rows of the desk are good; those of the door are.
    let rows = (0..<300).map { row in
      "\(Double(row) / 10),2,door\n\(Double(row) / 10),\(row < 100 ? "2" : "x"),desk\n"
    }
    try tool.write("t_s,range_m,peer\n" + rows.joined(), to: "two.csv")
    #expect(try tool("run", "two.csv").status == 0)
    #expect(try tool("run", "two.csv", "--peer", "desk").status == 0)
    let all = try tool("run", "two.csv", "--all-peers")
    #expect(all.status == 0 && all.error.contains("link desk") && all.error.contains("link door"))
  }
}
