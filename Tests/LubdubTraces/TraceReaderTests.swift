import Foundation
import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

@Suite struct TraceReaderTests {
  @Test func `A large file gives the same rows on one or two threads when reopened`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var text = "t_s,source,range_m,rssi_dbm\n"
    for row in 0..<450_000 { text += "\(row),uwb,\(row % 97).25,-\(40 + row % 60)\n" }
    try writeFile(Array(text.utf8), to: path)
    #expect(text.utf8.count > TraceReader.parallelSize)
    let expected = try read(text)
    for threads in [1, 2, 2, 1] {
      var reader = try TraceReader(path: path, threads: threads)
      var records: [TraceRecord] = []
      var block: [TraceRecord] = []
      while try reader.nextBlock(into: &block) { records += block }
      #expect(records == expected.records)
      #expect(reader.report == expected.report)
      #expect(reader.position == text.utf8.count)
      #expect(try !reader.nextBlock(into: &block))
    }
  }

  /// Rows as text: the link and the time of each accepted row.
  private func taken(_ text: String, linkClocks: Bool, threads: Int = 1) throws -> (
    rows: [String], report: ReadReport
  ) {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writeFile(Array(text.utf8), to: path)
    var options = ReadOptions()
    options.takesLinkClocks = linkClocks
    var reader = try TraceReader(path: path, options: options, threads: threads)
    var (rows, block): ([String], [TraceRecord]) = ([], [])
    while try reader.nextBlock(into: &block) {
      rows += block.map {
        "\($0.peer.map { reader.peers[$0] } ?? "-") \($0.sample.time.value)"
      }
    }
    return (rows, reader.report)
  }

  @Test func `Links with different clocks are ordered separately`() throws {
    let mixed =
      "t_s,range_m,peer\n0,1,a\n1000,2,b\n0.5,1,a\n1000.5,2,b\n0.25,1,a\n1,1,a\n900,2,b\n0,3,\n1,3,\n0.5,3,\n"
    let (rows, report) = try taken(mixed, linkClocks: true)
    #expect(rows == ["a 0.0", "b 1000.0", "a 0.5", "b 1000.5", "a 1.0", "- 0.0", "- 1.0"])
    #expect(report.rejected == 3 && report.accepted == 7)
    #expect(report.warnings.contains { $0.contains("clocks of the links differ") })
    #expect(
      report.rejectionLines.contains { $0.contains("0.25, before 0.5 of an earlier row") },
      "\(report.rejectionLines)")
    // The first link has the later clock, which looks as if the newest rows came first.
    let later = "t_s,range_m,peer\n1000,1,a\n0,2,b\n1001,1,a\n1,2,b\n"
    #expect(try taken(later, linkClocks: true).rows == ["a 1000.0", "b 0.0", "a 1001.0", "b 1.0"])
    // One clock, and rows that go back: as without.
    let one = "t_s,range_m\n0,1\n2,1\n1,1\n3,1\n"
    #expect(try taken(one, linkClocks: true).rows == ["- 0.0", "- 2.0", "- 3.0"])
    #expect(try taken(mixed, linkClocks: false).report.rejected > 3)
  }

  @Test func `Links with different clocks give the same rows on one and two threads`() throws {
    var text = "t_s,range_m,peer,note\n"
    let note = String(repeating: "x", count: 200)
    for row in 0..<30_000 {
      text += "\(row),1.25,a,\(note)\n"
      // Far behind the start the second link begins, with another clock, and goes back now and then.
      if row > 20_000 { text += "\(row - 20_000 - (row % 1000 == 0 ? 50 : 0)),2.5,b,\(note)\n" }
    }
    #expect(text.utf8.count > TraceReader.parallelSize)
    let one = try taken(text, linkClocks: true)
    let two = try taken(text, linkClocks: true, threads: 2)
    #expect(one.rows == two.rows && one.report == two.report)
    #expect(one.report.rejected == 9 && one.rows.count == 30_000 + 9_999 - 9)
  }

  @Test func `A reader released in the middle of a large file ends its second thread`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let row = "0.25,uwb,1.5,-60\n"
    let count = 2 * TraceReader.parallelSize / row.utf8.count
    let text = "t_s,source,range_m,rssi_dbm\n" + String(repeating: row, count: count)
    try writeFile(Array(text.utf8), to: path)
    var block: [TraceRecord] = []
    for blocks in 0..<40 {
      var reader = try TraceReader(path: path)
      for _ in 0..<blocks { #expect(try reader.nextBlock(into: &block)) }
    }
  }

  @Test func `Reading a file that is truncated meanwhile stops at its new end`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let row = "0.25,uwb,1.5,-60\n"
    let count = 2 * TraceReader.parallelSize / row.utf8.count
    let text = "t_s,source,range_m,rssi_dbm\n" + String(repeating: row, count: count)
    try writeFile(Array(text.utf8), to: path)
    var reader = try TraceReader(path: path)
    var block: [TraceRecord] = []
    #expect(try reader.nextBlock(into: &block))
    var rows = block.count
    let kept = TraceReader.parallelSize / row.utf8.count
    #expect(truncate(path, 28 + kept * row.utf8.count) == 0)
    while try reader.nextBlock(into: &block) { rows += block.count }
    // What had been read ahead when it was cut still counts.
    #expect(rows >= kept && rows <= count)
    #expect(reader.report.accepted == rows && reader.report.rejected <= 1)
  }

  @Test(arguments: ["/no/such/file", "/"])
  func `A file that cannot be opened is rejected every time`(path: String) {
    for _ in 0..<5 {
      let error = #expect(throws: ReadError.self) { _ = try TraceReader(path: path).size }
      #expect(error?.path == path)
    }
  }
}
