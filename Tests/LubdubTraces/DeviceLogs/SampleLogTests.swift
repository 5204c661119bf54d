import Foundation
import TestSupport
import Testing

@testable import LubdubTraces

/// A sample log and the result of a correct importer.
struct SampleLog: Sendable, CustomTestStringConvertible {
  let file: String
  let expected: String
  let format: String
  let rejected: Int
  var isText = true
  var duplicates = 0
  var events = 0

  var testDescription: String { file }

  static let all = [
    SampleLog(
      file: "qorvo-cli-session-info.log", expected: "qorvo-cli-session-info.csv", format: "qorvo",
      rejected: 0),
    SampleLog(
      file: "qorvo-cli-block.log", expected: "qorvo-cli-block.csv", format: "qorvo", rejected: 0),
    SampleLog(
      file: "dwm1001-lec.log", expected: "dwm1001-lec.csv", format: "dwm1001", rejected: 1),
    SampleLog(
      file: "dwm1001-les.log", expected: "dwm1001-les.csv", format: "dwm1001", rejected: 0),
    SampleLog(
      file: "dwm1001-lep.log", expected: "dwm1001-lep.csv", format: "dwm1001", rejected: 0),
    SampleLog(
      file: "iphone-ni-tagged.csv", expected: "iphone-ni-tagged.csv", format: "iphone-ni",
      rejected: 1),
    SampleLog(
      file: "iphone-ni-frames.csv", expected: "iphone-ni-frames.csv", format: "iphone-ni",
      rejected: 0),
    SampleLog(
      file: "android-ranging.csv", expected: "android-ranging.csv", format: "android-uwb",
      rejected: 0, events: 2),
    SampleLog(
      file: "espresense-mosquitto.log", expected: "espresense-mosquitto.csv",
      format: "espresense", rejected: 0),
    SampleLog(
      file: "btmon.txt", expected: "btmon.csv", format: "btmon", rejected: 1, duplicates: 2),
    SampleLog(
      file: "sensor-logger.json", expected: "sensor-logger-json.csv", format: "sensor-logger",
      rejected: 1),
    SampleLog(
      file: "bluetooth-DB08D33338EF.csv", expected: "bluetooth-DB08D33338EF.csv",
      format: "sensor-logger", rejected: 1),
    SampleLog(
      file: "herald-contacts.csv", expected: "herald-contacts.csv", format: "herald",
      rejected: 0),
    SampleLog(
      file: "one-advert.btsnoop", expected: "one-advert-btsnoop.csv", format: "btsnoop",
      rejected: 0, isText: false),
    SampleLog(
      file: "mixed.btsnoop", expected: "mixed-btsnoop.csv", format: "btsnoop", rejected: 2,
      isText: false),
    SampleLog(
      file: "one-advert-256.pcap", expected: "one-advert-256-pcap.csv", format: "pcap",
      rejected: 0, isText: false),
    SampleLog(
      file: "mixed-256.pcap", expected: "mixed-256-pcap.csv", format: "pcap", rejected: 1,
      isText: false),
  ]

  var bytes: [UInt8] {
    get throws { try Self.bytes(file) }
  }

  var expectedRows: [ReadLog.Row] {
    get throws { try ReadLog(Self.bytes("expected/" + expected)).rows }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(Recordings.folder("logs"))
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  /// The text with every line end replaced, whatever the original; other bytes unchanged.
  func bytes(lineEnd: String) throws -> [UInt8] {
    let lines = try bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let bare = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    return Array(bare.joined(separator: Array(lineEnd.utf8)))
  }
}

@Suite("Sample logs", .recordings("logs"))
struct SampleLogTests {
  @Test(arguments: SampleLog.all)
  func `A sample gives the expected rows and rejections`(sample: SampleLog) throws {
    let log = try ReadLog(sample.bytes)
    try expectRows(log, sample)
    #expect(log.report.format == sample.format)
    #expect(log.report.rejected == sample.rejected, "\(log.report.rejectionLines)")
    #expect(log.report.duplicates == sample.duplicates)
    #expect(log.events.count == sample.events)
  }

  @Test(arguments: SampleLog.all.filter(\.isText), ["\n", "\r\n", "\r"])
  func `Line ends do not matter`(sample: SampleLog, lineEnd: String) throws {
    let log = try ReadLog(sample.bytes(lineEnd: lineEnd))
    try expectRows(log, sample)
    #expect(log.report.rejected == sample.rejected, "\(log.report.rejectionLines)")
  }

  @Test(arguments: SampleLog.all.filter(\.isText))
  func `A byte-order mark does not matter`(sample: SampleLog) throws {
    let log = try ReadLog([0xEF, 0xBB, 0xBF] + sample.bytes)
    try expectRows(log, sample)
    #expect(log.report.rejected == sample.rejected, "\(log.report.rejectionLines)")
  }

  @Test(arguments: SampleLog.all, [1, 2, 7, 64])
  func `Chunks of any size give the same log`(sample: SampleLog, chunk: Int) throws {
    let whole = try ReadLog(sample.bytes)
    let cut = try ReadLog(sample.bytes, chunk: chunk)
    #expect(cut == whole)
  }

  @Test(arguments: SampleLog.all)
  func `A truncated log keeps every row before the cut`(sample: SampleLog) throws {
    let bytes = try sample.bytes
    let expected = try sample.expectedRows
    var counts: [Int] = []
    for length in max(0, bytes.count - 200)..<bytes.count {
      let log = try ReadLog(Array(bytes[..<length]), options: forcing(sample.format))
      let rows = log.rows
      let isStart =
        rows.count <= expected.count
        && zip(rows, expected).allSatisfy { $0.agrees(with: $1) }
      #expect(isStart, "cut to \(length) bytes: \(rows)")
      #expect(log.report.rejected <= sample.rejected + 1, "cut to \(length) bytes")
      counts.append(rows.count)
    }
    #expect(counts == counts.sorted(), "a longer log may not have fewer rows")
  }

  private func expectRows(_ log: ReadLog, _ sample: SampleLog) throws {
    let rows = log.rows
    let expected = try sample.expectedRows
    #expect(rows.count == expected.count, "\(rows)")
    for (row, other) in zip(rows, expected) {
      #expect(row.agrees(with: other), "\(row), expected \(other)")
    }
  }
}
