import Files
import Foundation
import Quantities
import Testing

import Text
@testable import Traces

@Suite struct TraceReaderTests {
  @Test("A large file gives the same rows on one thread and on two, opened again and again")
  func threads() throws {
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

  @Test("A reader that is left in the middle of a large file ends its second thread")
  func abandoned() throws {
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

  @Test("A file that is cut short while it is read ends where it ends")
  func truncated() throws {
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

  @Test(
    "A file that cannot be opened is refused, again and again", arguments: ["/no/such/file", "/"])
  func refused(path: String) {
    for _ in 0..<5 {
      let error = #expect(throws: ReadError.self) { _ = try TraceReader(path: path).size }
      #expect(error?.path == path)
    }
  }
}
