import Foundation
import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Files that were concatenated.
@Suite struct JoinedFilesTests {
  @Test func `A header in the middle applies to the rows below, in any column order`() throws {
    let first = (0..<40).map { "\($0),uwb,3.25,99\n" }.joined()
    let second = (40..<80).map { "99,hello,-60,\($0)\n" }.joined()
    let third = (80..<120).map { "\($0);3.25\n" }.joined()
    let trace =
      "t_s,source,range_m,truth_m\n" + first + "t_s,source,range_m,truth_m\n"
      + "truth_m,note,rssi_dbm,t_s\n" + second + "t_s;range_m\n" + third
    for pieces in [1, 7, 1 << 20] {
      let (records, report) = try read(trace, pieces: pieces)
      #expect(report.rejected == 0)
      #expect(report.warnings == ["the columns change, first in line 43"])
      #expect(records.map(\.sample.time.value) == (0..<120).map(Double.init))
      #expect(records[..<40].allSatisfy { $0.sample.range == 3.25 && $0.truth == 99 })
      #expect(records[40..<80].allSatisfy { $0.sample.rssi == -60 && $0.truth == 99 })
      #expect(records[80...].allSatisfy { $0.sample.range == 3.25 && $0.truth == nil })
      #expect(records.last?.line == 124)
    }
  }

  @Test("Text that is not a header is a bad row, and a header of unknown names ends the rows")
  func noHeader() throws {
    let (_, report) = try read("t_s,range_m\n0,1\nhello,world\n1,1\n")
    #expect(report.accepted == 2 && report.rejected == 1)
    let (_, joined) = try read(
      "t_s,range_m\n0,1\ntime_s,range_m\nt_s,note\n1,1\nt_s,range_m\n2,1\n")
    #expect(joined.accepted == 2 && joined.rejected == 2)
    #expect(joined.warnings == ["line 3 is a header of other columns, whose rows are not read"])
  }

  @Test("A large file with changing columns gives the same rows on one and two threads")
  func threads() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var text = "t_s,range_m,truth_m\n"
    for row in 0..<900_000 {
      if row == 300_000 { text += "t_s,truth_m,range_m\n" }
      if row == 600_000 { text += "t_s,range_m,truth_m\n" }
      text += "\(row),3.25,9.75\n"
    }
    try writeFile(Array(text.utf8), to: path)
    #expect(text.utf8.count > TraceReader.parallelSize)
    for threads in [1, 2, 2] {
      var reader = try TraceReader(path: path, threads: threads)
      var sums = (range: 0.0, truth: 0.0, rows: 0)
      var block: [TraceRecord] = []
      while try reader.nextBlock(into: &block) {
        for record in block {
          sums.range += record.sample.range?.value ?? .nan
          sums.truth += record.truth?.value ?? .nan
        }
        sums.rows += block.count
      }
      #expect(sums == (6e5 * 3.25 + 3e5 * 9.75, 6e5 * 9.75 + 3e5 * 3.25, 900_000))
      #expect(reader.report.rejected == 0)
      #expect(reader.report.warnings.count == 1)
    }
  }

  @Test func `Excel's line with the separator is skipped`() throws {
    let (records, report) = try read("sep=;\nt_s;range_m\n0;1\n1;2\n")
    #expect(records.count == 2)
    #expect(report.rejected == 0)
  }
}
