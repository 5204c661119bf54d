import FileIO
import Foundation
import Quantities
import Ranging
import Testing

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

  @Test(
    "A file that cannot be opened is refused, again and again", arguments: ["/no/such/file", "/"])
  func refused(path: String) {
    for _ in 0..<5 {
      let error = #expect(throws: TraceError.self) { _ = try TraceReader(path: path).size }
      #expect(error?.path == path)
    }
  }
}
