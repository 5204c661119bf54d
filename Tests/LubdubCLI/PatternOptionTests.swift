import Foundation
import TestSupport
import Testing

/// The option --pattern, for every source of lines.
@Suite struct PatternOptionTests {
  private let tool = Tool()

  private static let pattern = "* uwb: t={t:ms} *d={range:cm}"
  private static func line(_ row: Int) -> String {
    "11-26 uwb: t=\(100 * row) q=7 d=\(300 - row % 100)\n" + (row % 5 == 0 ? "boot ok\n" : "")
  }
  private static let log = Data((0..<200).map { line($0) }.joined().utf8)
  private static let table = Data(
    ("ms,cm\n" + (0..<200).map { "\(100 * $0),\(300 - $0 % 100)\n" }.joined()).utf8)

  @Test(
    "Option --pattern reads table rows from files, pipes, UTF-16, gzip, settings, and live streams")
  func ways() throws {
    try tool.write(Self.log, to: "log.txt")
    try tool.write(Self.table, to: "log.csv")
    let wide = String(decoding: Self.log, as: UTF8.self).data(using: .utf16) ?? Data()
    try tool.write(wide, to: "wide.txt")
    try tool.write("pattern: '\(Self.pattern)'\n", to: "my.yaml")
    let rows = try tool("import", "log.csv", "--columns", "t=ms:ms,range=cm:cm").text
    #expect(rows.split(separator: "\n").count == 201)
    let own = ["--pattern", Self.pattern]
    #expect(try tool.run(["import", "log.txt"] + own).text == rows)
    #expect(try tool.run(["import", "-"] + own, input: Self.log).text == rows)
    #expect(try tool.run(["import", "wide.txt"] + own).text == rows)
    #expect(try tool("import", "log.txt", "--columns", "my.yaml").text == rows)
    try LiveTests.shell("gzip -c log.txt > log.gz", tool)
    #expect(try tool.run(["import", "log.gz"] + own).text == rows)
    let live = try tool.run(["live", "-"] + own, input: Self.log)
    let same = try tool.run(
      ["live", "-", "--columns", "t=ms:ms,range=cm:cm"], input: Self.table)
    #expect(live.status == 0 && live.text == same.text && !live.text.isEmpty, "\(live.error)")
    try tool.succeed(["run", "log.txt", "-o", "a.json"] + own)
    #expect(try tool("check", "my.yaml").status == 0)
  }

  @Test(
    "Conflicting options, faulty patterns, and logs without matching lines are rejected with the fix",
    arguments: [
      (
        ["--pattern", "d={range}", "--from", "btmon"],
        "--pattern and --from btmon exclude each other"
      ),
      (
        ["--pattern", "d={range}", "--columns", "t=a"],
        "--pattern and --columns t=a exclude each other"
      ),
      (["--pattern", "t={t:ms} d={rnge}"], "column 12: there is no field \"rnge\""),
      (["--pattern", "* d={range:cm}"], "the pattern has no {t}"),
      (["--pattern", "* d={range:cm}"], "--rate sets it"),
      (["--pattern", "t={t:ms} d={range}"], "not one of 240 lines matches --pattern"),
      (["--columns", "bad.yaml"], "bad.yaml: d={rnge}: column 3"),
      ([], "read its lines with --pattern"),
    ])
  func faults(options: [String], message: String) throws {
    try tool.write(Self.log, to: "log.txt")
    try tool.write("pattern: 'd={rnge}'\n", to: "bad.yaml")
    let run = try tool.run(["run", "log.txt"] + options)
    #expect(run.status != 0 && run.error.contains(message), "\(run.error)")
    #expect(
      try tool("check", "bad.yaml").text.contains("bad.yaml: line 1: error: pattern: column 3"))
  }

  @Test func `The proposed pattern reads lines that continue after the value`() throws {
    let lines = (0..<240).map { step in
      "t=\(100 * step) dist=\(492.4 - 1.9 * Double(step)) rssi=-75 dev=blue\n"
    }
    try tool.write(lines.joined(), to: "log.txt")
    let refused = try tool.run(["run", "log.txt"])
    #expect(refused.error.contains("--pattern 't={t:ms} *dist={range} *' (finds 240 of"))
    let run = try tool.succeed(["run", "log.txt", "--pattern", "t={t:ms} *dist={range:cm} *"])
    #expect(run.text.contains("240 uwb"), "\(run.text)")
  }
}
