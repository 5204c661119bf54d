import Foundation
import TestSupport
import Testing

/// What the tool says about messy logs, and what comes of following it.
@Suite struct MessyLogCommandTests {
  private let tool = Tool()

  private static let walk: [(time: Double, range: Double)] = (0..<600).map { row in
    let time = Double(row) / 10
    return (time, 2.25 + 1.75 * cos(time / 6))
  }

  private static func rows(_ text: String, _ column: Int) -> [Double] {
    text.split(separator: "\n").dropFirst().map { line in
      Double(line.split(separator: ",", omittingEmptySubsequences: false)[column]) ?? .nan
    }
  }

  @Test(
    "The options that a refusal proposes can be pasted, and read the right rows",
    arguments: [
      ("Zeit;Entf_cm", true, 1, ","), ("Takt_ms;Entf_mm", false, 1000, "."),
      ("tick;dst_cm", true, 1000, ""),
    ] as [(String, Bool, Double, String)])
  func pasted(header: String, isShuffled: Bool, scale: Double, mark: String) throws {
    let perMetre = header.hasSuffix("mm") ? 1000.0 : 100
    func text(_ value: Double) -> String {
      let whole = Int(value.rounded())
      switch mark {
      case ",": return String(format: "%.2f", value).replacingOccurrences(of: ".", with: ",")
      case "." where whole >= 1000: return "\(whole / 1000)." + String(format: "%03d", whole % 1000)
      default: return "\(whole)"
      }
    }
    let lines = (0..<600).map { place -> String in
      let row = Self.walk[isShuffled ? place * 7919 % 600 : place]
      return "\(text(row.time * scale));\(text(row.range * perMetre))\n"
    }
    try tool.write("logger 3\n" + header + "\n" + lines.joined(), to: "log.csv")
    let refused = try tool("run", "log.csv")
    let start = try #require(refused.error.range(of: "--columns "), "\(refused.error)")
    let pasted = refused.error[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(pasted.contains("--reorder all") == isShuffled)
    #expect(try tool.shell("import log.csv \(pasted) -o rows.csv") == 0, "\(pasted)")
    let text = try tool.text(of: "rows.csv")
    let found = zip(Self.rows(text, 0), Self.rows(text, 2))
    #expect(Self.rows(text, 0).count == 600)
    for (row, wanted) in zip(found, Self.walk) {
      #expect(
        (row.0 - wanted.time).magnitude < 1e-3 && (row.1 - wanted.range).magnitude < 6e-3,
        "\(row), \(wanted)")
    }
  }

  @Test("Links with counters of their own are imported, and no row is lost")
  func ownCounters() throws {
    var log = "t_s,range_m,peer\n"
    for (row, place) in Self.walk.enumerated() {
      for (link, start) in [20_000, 55_000].enumerated() {
        let count = (100 * row + 30 * link + start) % 65_536
        let range = link == 0 ? place.range : 4.5 - place.range
        log += "\(Double(count) / 1000),\(range),\(["desk", "door"][link])\n"
      }
    }
    try tool.write(log, to: "own")
    let imported = try tool("import", "own")
    #expect(
      imported.text.split(separator: "\n").count == 1201 && !imported.error.contains("rejected"))
  }

  @Test("Import writes members that only later lines have, and says what has no place")
  func laterMembers() throws {
    let lines = (0..<3000).map { row in
      "{\"t_s\": \(row), \"range_m\": 2\(row > 2900 ? ", \"azimuth_deg\": 5, \"sd_m\": 0.1" : "")}\n"
    }
    try tool.write(lines.joined(), to: "log.ndjson")
    let found = try tool("import", "log.ndjson")
    #expect(Self.rows(found.text, 9).count { !$0.isNaN } == 99)
    #expect(Self.rows(found.text, 11).count { !$0.isNaN } == 99)
    let piped = try tool.run(["import", "-"], input: Data(lines.joined().utf8))
    #expect(piped.error.contains("the deviations of 99 rows are not written"), "\(piped.error)")
  }

  /// A table with some columns, and the mapping that is proposed for it.
  private static func proposal(_ header: String, _ row: (Int) -> String) throws -> String {
    let tool = Tool()
    let rows = (0..<400).map { row($0) + "\n" }.joined()
    try tool.write(header + "\n" + rows, to: "log.csv")
    return try tool.run(["run", "log.csv"]).error
  }

  @Test("a column of numbers that hardly come again names no link, and units of names are known")
  func numbersOfRows() throws {
    let counted = try Self.proposal("time_ms,id,distance_cm") {
      "\(100 * $0),\($0),\(300 + $0 % 7)"
    }
    #expect(
      !counted.contains("peer=id") && counted.contains("id, whose values name no link"),
      "\(counted)")
    let links = try Self.proposal("time_ms,id,distance_cm") {
      "\(100 * $0),\($0 % 3),\(300 + $0 % 7)"
    }
    #expect(links.contains("peer=id"), "\(links)")
    let units = try Self.proposal("time_min,distance_dm,distance_min") {
      "\(Double($0) / 600),\(30 + $0 % 7),1"
    }
    #expect(units.contains("t=time_min:min,range=distance_dm:dm"), "\(units)")
  }

  @Test("objects that hold none of the named members are lost rows, and import judges units, too")
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
    "rows below a header of other columns are rejected, and read again below the first one",
    arguments: [
      (
        "time_ms,distance_mm", "time_ms,distance_cm",
        ["--columns", "t=time_ms:ms,range=distance_mm:mm"]
      ),
      ("t_s,range_m", "t_s,range_cm", []), ("t_s,range_m", "t_ms,range_m", []),
    ] as [(String, String, [String])])
  func joined(first: String, second: String, options: [String]) throws {
    func rows(_ times: Range<Int>) -> String { times.map { "\($0),2.\($0 % 10)\n" }.joined() }
    let text =
      [
        first + "\n" + rows(0..<300), "WARN distance lost, tag gone\n",
        second + "\n" + rows(300..<400),
      ].joined()
      + first + "\n" + rows(400..<500)
    try tool.write(text, to: "in.csv")
    let run = try tool.run(["import", "in.csv", "-o", "out.csv"] + options)
    #expect(run.error.contains("header of other columns"), "\(run.error)")
    #expect(run.error.contains("101 rows rejected"), "\(run.error)")
    let out = try tool.text(of: "out.csv")
    #expect(out.split(separator: "\n").count == 401)
  }
}
