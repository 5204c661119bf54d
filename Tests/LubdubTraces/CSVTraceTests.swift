import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct CSVTraceTests {
  @Test func `Columns are found by name in any order and case, and other columns are skipped`()
    throws
  {
    let trace = """
      Note,RSSI_dBm,t_s, range_m ,source,truth_m,"channel",peer,event,fp_power_dbm
      hello,-60.5,1.5,2.25,uwb,2.5,37,A1:B2,,-70
      ,,2,,uwb,,,,disconnected,

      """
    let (records, report) = try read(trace)
    #expect(report.accepted == 2)
    let first = try #require(records.first)
    #expect(
      first.sample
        == Sample(
          time: 1.5, radio: .uwb, range: 2.25, rssi: -60.5, firstPathPower: -70, channel: 37))
    #expect(first.truth == 2.5)
    #expect(first.peer == 0)
    #expect(first.line == 2)
    #expect(records.last?.sample.event == .disconnected)
    #expect(records.last?.line == 3)
  }

  @Test func `Without a source, a range means UWB and an RSSI without a range means BLE`() throws {
    let (records, _) = try read("t_s,range_m,rssi_dbm\n0,1,\n1,,-60\n2,,\n3,1,-60\n")
    #expect(records.map(\.sample.radio) == [.uwb, .ble, .uwb, .uwb])
  }

  @Test func `A row without a range and RSSI is an absent reading and is kept`() throws {
    let (records, report) = try read("t_s,source,range_m,rssi_dbm\n0,BLE,,\n1,UWB,,\n")
    #expect(report.accepted == 2)
    #expect(records.map(\.sample.radio) == [.ble, .uwb])
    #expect(records.allSatisfy { $0.sample.range == nil && $0.sample.rssi == nil })
  }

  @Test(
    "A bad row is rejected with its reason, and the rows around it are kept",
    arguments: [
      ("abc,uwb,1,", RejectionReason.notANumber), ("1.5,uwb,0x10,", .notANumber),
      ("1.5,uwb,1e400,", .notFinite), ("1.5,uwb,NaN,", .notFinite),
      ("1.5,uwb,-inf,", .notFinite), ("1.5,uwb,infinity,", .notFinite),
      ("1.5,uwb,-1,", .negativeRange), ("1.5,uwb,-1.001,", .negativeRange),
      ("1.5,uwb,5.8e11,", .implausibleRange), ("1.5,ble,,127", .signalNotAvailable),
      ("1.5,ble,,0", .implausibleSignal), ("1.5,ble,,-130.5", .implausibleSignal),
      ("1.5,ble,,3.5", .implausibleSignal), ("0.5,uwb,1,", .timeBackwards),
      ("1617181723,uwb,,1.5", .implausibleSignal), (",uwb,1,", .missingTime),
      ("1.5,wifi,1,", .unknownSource), ("1.5,uwb,1", .columnCount),
      ("1.5,uwb,1,,9", .columnCount), ("1.5,uwb,\"1,5\",", .notANumber),
      ("1.5,uwb,1..5,", .notANumber), ("1.5,uwb,.,", .notANumber), ("1.5,uwb,-.,", .notANumber),
      ("1.5,uwb,1.5e,", .notANumber), ("1.5,uwb,1 5,", .notANumber),
      ("1.5,uwb,1\u{0},", .notANumber), ("1700000000000000000,uwb,1,", .implausibleTime),
      ("1.5,uwb,--1,", .notANumber), ("1.5,uwb,١,", .notANumber),
    ])
  func rejection(row: String, reason: RejectionReason) throws {
    // The rows around are long enough that the fast paths are at work.
    let before = (0..<20).map { "0.\(10 + $0),uwb,1.25,-70\n" }.joined() + "1.0,uwb,1.25,-70\n"
    let after = (0..<20).map { "2.\(10 + $0),uwb,1.25,-70\n" }.joined()
    let trace = "t_s,source,range_m,rssi_dbm\n" + before + row + "\n" + after
    for pieces in [1, 7, 1 << 20] {
      let (records, report) = try read(trace, pieces: pieces)
      #expect(report.rejections.keys.map(\.self) == [reason], "\(row), pieces of \(pieces)")
      #expect(report.rejections[reason]?.lines == [23])
      #expect(report.accepted == 41)
      #expect(records.count == 41)
      #expect(records.map(\.line) == Array(2...22) + Array(24...43))
    }
    var strict = ReadOptions()
    strict.strict = true
    let error = #expect(throws: ReadError.self) { try read(trace, options: strict) }
    #expect(error?.line == 23)
    #expect(error?.kind == .rejected(reason))
  }

  @Test func `Ranges just below zero are readings in contact, in all paths`() throws {
    let ranges = [-0.001, 0.02, -0.25, -0.99, -0.5]
    let lines = (0..<40).map { "\($0),uwb,\(ranges[$0 % 5])\n" }.joined()
    for header in ["t_s,source,range_m\n", "t_s,source,range_m,event\n"] {
      let text =
        header.hasSuffix("event\n")
        ? lines.split(separator: "\n").map { $0 + ",\n" }.joined() : lines
      let (records, report) = try read(header + text)
      #expect(report.rejections.isEmpty)
      #expect(records.map(\.sample.range) == (0..<40).map { Meters(ranges[$0 % 5]) })
    }
  }

  @Test func `A strict reading's error names file, line, column, value, and rule`() {
    var strict = ReadOptions()
    strict.strict = true
    let error = #expect(throws: ReadError.self) {
      try read("t_s,range_m\n0,abc\n", options: strict)
    }
    #expect(
      error?.description == "walk.csv:2: range_m is \"abc\"; expected a decimal number")
  }

  @Test func `Equal times are kept in order`() throws {
    let (records, report) = try read("t_s,range_m\n1,1\n1,1\n1,2\n")
    #expect(report.accepted == 3)
    #expect(records.compactMap(\.sample.range) == [1, 1, 2])
  }

  @Test func `A row within the reordering window is sorted, and later rows are rejected`() throws {
    var options = ReadOptions()
    options.reorderingWindow = 0.05
    let (records, report) = try read(
      "t_s,range_m\n1.00,1\n1.04,2\n1.02,3\n1.2,4\n1.1,5\n1.19,6\n", options: options)
    #expect(records.map(\.sample.time) == [1.00, 1.02, 1.04, 1.19, 1.2])
    #expect(report.rejections[.timeBackwards]?.lines == [6])
    #expect(
      report.rejections[.timeBackwards]?.example.hasPrefix(
        "t_s is 1.1, more than 0.05 s before 1.2 of an earlier row") ?? false)
  }

  @Test func `A row late by exactly the reordering window is sorted`() throws {
    var options = ReadOptions()
    options.reorderingWindow = 0.1
    // 0.4 less 0.1 is more than 0.3 in doubles.
    let (records, report) = try read("t_s,range_m\n0.4,1\n0.3,2\n0.5,3\n0.4,4\n", options: options)
    #expect(report.rejected == 0)
    #expect(records.map(\.sample.time) == [0.3, 0.4, 0.4, 0.5])
  }

  @Test func `With a recording column, time restarts in each recording`() throws {
    let trace = "t_s,range_m,recording\n0,1,a\n0,2,b\n1,3,a\n0.5,4,b\n0.2,5,a\n"
    var options = ReadOptions()
    options.recordingColumns = ["recording"]
    let (records, report) = try read(trace, options: options)
    #expect(records.compactMap(\.recording) == [0, 1, 0, 1])
    #expect(report.rejections[.timeBackwards]?.lines == [6])
    let (_, plain) = try read(trace)
    #expect(plain.rejections[.timeBackwards]?.count == 2)
  }

  @Test func `The first available recording column is used, and the column is optional`() throws {
    var options = ReadOptions()
    options.recordingColumns = ["recording", "file_id"]
    let csv = try read("t_s,range_m,file_id\n0,1,a\n0,2,b\n1,3,a\n0.5,4,b\n", options: options)
    #expect(csv.records.compactMap(\.recording) == [0, 1, 0, 1])
    let lines =
      "{\"t_s\": 1, \"range_m\": 1, \"file_id\": 7}\n"
      + "{\"t_s\": 0, \"range_m\": 1, \"file_id\": 8}\n"
    #expect(try read(lines, options: options).records.compactMap(\.recording) == [0, 1])
    let none = try read("t_s,range_m\n0,1\n1,2\n", options: options)
    #expect(none.records.map(\.recording) == [nil, nil])
  }

  @Test func `One peer can be selected, and all peers are counted`() throws {
    var options = ReadOptions()
    options.peer = "b"
    let (records, report) = try read(
      "t_s,range_m,peer\n0,1,a\n1,2,b\n2,3,\"b\"\n3,4,c\n", options: options)
    #expect(records.compactMap(\.sample.range) == [2, 3])
    #expect(report.peers.map(\.name) == ["a", "b", "c"])
    #expect(report.peers.map(\.rows) == [1, 2, 1])
    #expect(report.otherPeers == 2)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `Line ends, byte-order mark, blank lines, and comments don't matter`(end: String) throws {
    let lines =
      ["# made by hand", "", "t_s,source,range_m,rssi_dbm"]
      + (0..<200).map { "\($0).5,uwb,\($0).25,-\(60 + $0 % 40)" } + ["", "# end"]
    let expected = try read(lines.joined(separator: "\n") + "\n").records
    #expect(expected.count == 200)
    for prefix in ["", "\u{FEFF}"] {
      for pieces in [1, 2, 3, 64, 1 << 20] {
        let text = prefix + lines.joined(separator: end)
        #expect(try read(text, pieces: pieces).records == expected)
        #expect(try read(text + end, pieces: pieces).records == expected)
      }
    }
  }

  @Test func `A last line without a line end is read, with a warning`() throws {
    let (records, report) = try read("t_s,range_m\n1,1\n2,2")
    #expect(records.count == 2)
    #expect(report.warnings == ["the last line has no line end and may be cut"])
  }

  @Test func `A line of more than 1 MiB is rejected, and the next line is read`() throws {
    let long = String(repeating: "x", count: 3 << 20)
    let (records, report) = try read("t_s,range_m\n1,1\n2,\(long)\n3,3\n", pieces: 65_536)
    #expect(records.map(\.line) == [2, 4])
    #expect(report.rejections[.lineTooLong]?.lines == [3])
  }

  @Test func `Bytes that are not text in an unread column are ignored`() throws {
    var trace = Array("t_s,range_m,note\n1,1,".utf8)
    trace += [0xFF, 0xC0, 0x00, 0x80] + Array("\n2,2,ok\n".utf8)
    #expect(try read(trace).records.count == 2)
  }

  @Test func `Invalid UTF-8 in a name is rejected`() throws {
    let trace = Array("t_s,range_m,peer\n1,1,".utf8) + [0xFF] + Array("\n2,2,ok\n".utf8)
    let (records, report) = try read(trace)
    #expect(records.count == 1)
    #expect(report.rejections[.notText]?.lines == [2])
  }

  @Test func `Headers repeated by joined files are skipped`() throws {
    let (records, report) = try read("t_s,range_m\n1,1\nt_s,range_m\n2,2\n")
    #expect(records.count == 2)
    #expect(report.ignored == 1)
    #expect(report.rejected == 0)
  }

  @Test(arguments: [";", "\t"])
  func `Semicolons and tabs also separate fields`(separator: String) throws {
    let rows = (0..<50).map { "\($0),uwb,\($0).5,-70" }
    let trace = (["t_s,source,range_m,rssi_dbm"] + rows).joined(separator: "\n") + "\n"
    let (records, _) = try read(trace.replacing(",", with: separator))
    #expect(records == (try read(trace).records))
  }

  @Test func `A repeated column is rejected`() {
    #expect(throws: ReadError.self) { try read("t_s,range_m,range_m\n1,1,1\n") }
  }

  @Test func `Thousands of recordings are kept separate`() throws {
    var text = "t_s,range_m,walk\n"
    for row in 0..<12_000 {
      let name = row % 3000 < 1000 ? "w" : "a_rather_long_name_of_"
      text += "\(row / 3000),1.5,\(name)\(row % 3000)\n"
    }
    var options = ReadOptions()
    options.recordingColumns = ["walk"]
    let (records, report) = try read(text, options: options)
    #expect(report.rejected == 0)
    #expect(report.recordings.count == 3000)
    #expect(records.indices.allSatisfy { records[$0].recording.map(Int.init) == $0 % 3000 })
  }

  @Test(
    .recordings("traces"),
    arguments: Recordings.files(in: "traces", endings: ["csv"]))
  func `Recordings are read without rejected rows in pieces of any size`(url: URL) throws {
    let bytes = Array(try Data(contentsOf: url).prefix(1 << 18))
    var options = ReadOptions()
    if url.path.contains("hanyang_static") { options.recordingColumns = ["recording"] }
    if url.path.contains("cir_warsaw") { options.recordingColumns = ["file_id"] }
    let whole = try read(bytes, options: options)
    #expect(whole.records.count > 10)
    #expect(whole.report.rejected <= 1, "\(whole.report.rejectionLines)")
    #expect(try read(bytes, options: options, pieces: 997).records == whole.records)
    options.readsSingly = true
    #expect(try read(bytes, options: options).records == whole.records)
  }
}

/// Reads a trace from memory in pieces of a given size.
func read(
  _ bytes: [UInt8], options: ReadOptions = ReadOptions(), pieces: Int = 1 << 20
) throws(ReadError) -> (records: [TraceRecord], report: ReadReport) {
  var parser = TraceParser(path: "walk.csv", options: options)
  var records: [TraceRecord] = []
  var block: [TraceRecord] = []
  var start = 0
  while start < bytes.count {
    let end = min(start + pieces, bytes.count)
    try parser.feed(Array(bytes[start..<end]))
    parser.take(into: &block)
    parser.note(&block)
    records += block
    start = end
  }
  try parser.finish()
  parser.take(into: &block)
  parser.note(&block)
  parser.conclude()
  return (records + block, parser.report)
}

func read(
  _ text: String, options: ReadOptions = ReadOptions(), pieces: Int = 1 << 20
) throws(ReadError) -> (records: [TraceRecord], report: ReadReport) {
  try read(Array(text.utf8), options: options, pieces: pieces)
}
