import ArgumentParser
import Foundation
import LubdubTraces
import TestSupport
import Testing

@testable import LubdubCLI

@Suite("lubdub import")
struct ImportCommandTests {
  private static let log = """
    elapsedRealtimeNanos,address,distance_m,event
    812345678901234,A1:B2,,initialized
    812345798901234,A1:B2,2.31,position
    812345858901234,C3:D4,1.5,position
    812345918901234,A1:B2,,position
    812345958901234,A1:B2,-1,position
    812347158901234,A1:B2,,peer_disconnected

    """

  /// The output of the command for the log.
  private func output(_ arguments: String..., of text: String = Self.log) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log.csv")
    let trace = folder.appending(path: "trace")
    try Data(text.utf8).write(to: log)
    let command = try ImportCommand.parse([log.path, "-o", trace.path] + arguments)
    do {
      try command.run()
    } catch {
      #expect(!FileManager.default.fileExists(atPath: trace.path), "no output after an error")
      throw error
    }
    return String(decoding: try Data(contentsOf: trace), as: UTF8.self)
  }

  @Test func `On request, names that a spreadsheet reads as formulas get an apostrophe`() throws {
    let tool = Tool()
    let names = ["=1+1", "+1", "-1", "@SUM", "desk"]
    let rows = names.enumerated().map { "\($0),uwb,1.5,-40,\($1)\n" }.joined()
    try tool.write("t_s,source,range_m,rssi_dbm,peer\n" + rows, to: "log.csv")
    let plain = try tool("import", "log.csv")
    for name in names { #expect(plain.text.contains(",\(name)\n"), "\(plain.text)") }
    let safe = try tool("import", "log.csv", "--spreadsheet-safe")
    for name in names.dropLast() { #expect(safe.text.contains(",'\(name)\n"), "\(safe.text)") }
    #expect(safe.text.contains(",desk\n") && safe.text.contains(",-40,"), "\(safe.text)")
  }

  @Test func `The import command writes the rows of all links, and time starts at the first row`()
    throws
  {
    let text = try output()
    #expect(
      text == """
        t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer
        0,uwb,2.31,,,,,,A1:B2
        0.06,uwb,1.5,,,,,,C3:D4
        0.12,uwb,,,,,,,A1:B2

        """)
  }

  @Test func `A tidy trace keeps its clock and its events`() throws {
    let header = "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer\n"
    let trace = header + "5.0000001,uwb,2,,,,,,\n7,uwb,,,,sent,,,\n"
    #expect(try output(of: trace) == trace)
  }

  @Test func `Option --peer selects one link, and time starts at its first row`() throws {
    let lines = try output("--peer", "C3:D4").split(separator: "\n")
    #expect(lines.dropFirst() == ["0,uwb,1.5,,,,,,C3:D4"])
  }

  @Test func `Option --events also writes link events`() throws {
    let lines = try output("--events", "--as", "ndjson").split(separator: "\n")
    let events = try lines.map { try JSONParser.parse($0.utf8)["event"]?.string }
    #expect(events == ["connected", nil, nil, nil, "disconnected"])
  }

  private static let angleLog = """
    elapsedRealtimeNanos,distance_m,azimuth,elevation,event
    812345798901234,2.31,-0.5,0.25,position
    812345858901234,1.5,null,,position

    """

  @Test func `Option --angles sets the unit of angles, which are omitted without it`() throws {
    let header = "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer"
    #expect(
      try output(of: Self.angleLog) == header + "\n0,uwb,2.31,,,,,,\n0.06,uwb,1.5,,,,,,\n")
    #expect(
      try output("--angles", "degrees", of: Self.angleLog)
        == header + """
          ,azimuth_deg,elevation_deg
          0,uwb,2.31,,,,,,,-0.5,0.25
          0.06,uwb,1.5,,,,,,,,

          """)
    let radians = try output("--angles=radians", of: Self.angleLog).split(separator: "\n")
    #expect(radians.dropFirst().first == "0,uwb,2.31,,,,,,,-28.64789,14.323945")
    #expect(throws: (any Error).self) { try ImportCommand.parse(["log", "--angles", "gon"]) }
  }

  @Test func `A trace keeps its angles in both output formats`() throws {
    let csv = try output("--angles", "degrees", of: Self.angleLog)
    let lines = try output("--as", "ndjson", of: csv)
    #expect(try output(of: csv) == csv)
    #expect(try output(of: lines) == csv)
    #expect(try output("--as", "ndjson", of: lines) == lines)
  }

  @Test func `Only the output name or --as decides the output format`() throws {
    func format(_ name: String, as format: String? = nil) throws -> String {
      try ImportCommand.Files.kind(of: name, as: format).name
    }
    #expect(try format("-") == "csv")
    #expect(try format("trace.ndjson") == "ndjson")
    #expect(try format("folder.x/TRACE.JSONL") == "ndjson")
    #expect(try format("ndjson") == "csv")
    #expect(try format("trace.v2", as: "ndjson") == "ndjson")
    #expect(throws: (any Error).self) { try format("trace.json") }
    #expect(throws: (any Error).self) { try format("trace.ndjson", as: "csv") }
    #expect(try format("-", as: "ndjson") == "ndjson")
  }

  @Test func `The summary reports angles that the output can't contain`() throws {
    let text = "{\"t_s\":0,\"range_m\":1}\n{\"t_s\":1,\"range_m\":1,\"azimuth_deg\":5}\n"
    var parser = TraceParser()
    try parser.feed(Array(text.utf8))
    try parser.finish()
    var records: [TraceRecord] = []
    parser.take(into: &records)
    var summary = ImportSummary()
    for record in records { _ = summary.take(record, keepsClock: true) }
    let lost = summary.text("log", parser.report, writesAngles: false, writesDeviations: false)
    #expect(lost.contains("note: the angles of arrival of 1 row are not written"))
    let kept = summary.text("log", parser.report, writesAngles: true, writesDeviations: true)
    #expect(kept.hasPrefix("log: ndjson, 2 rows over 1.0 s, 1 with angles of arrival"))
  }

  @Test(
    "An unknown link or format, or a strict rejection, leaves no output",
    arguments: [
      ["--peer", "nobody"], ["--from", "nothing"], ["--strict"], ["--from", "btsnoop"],
    ])
  func failures(arguments: [String]) throws {
    #expect(throws: (any Error).self) {
      switch arguments.count {
      case 1: _ = try output(arguments[0])
      default: _ = try output(arguments[0], arguments[1])
      }
    }
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e30"])
  func `A meaningless rate is rejected`(rate: String) {
    #expect(throws: (any Error).self) { try ImportCommand.parse(["log", "--rate=\(rate)"]) }
  }

  @Test func `Every format is listed`() {
    let text = String(decoding: ImportCommand.formatList, as: UTF8.self)
    #expect(text.split(separator: "\n").count == TraceFormats.tool.list.count)
  }
}
