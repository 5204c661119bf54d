import Lubdub
import LubdubSupport
import Testing

@testable import LubdubTraces

/// Rows that are late, doubled, or newest first.
@Suite struct RowOrderTests: WalkLogs {
  @Test("Rows that are newest first are sorted with a note, and a single row back is rejected")
  func newestFirst() throws {
    let found = try read("t_s,range_m\n" + rows(50) { "\(50 - $0),1.\($0)" })
    #expect(found.records.map(\.sample.time.value) == (1...50).map(Double.init))
    #expect(found.report.accepted == 50)
    #expect(found.report.warnings.contains { $0.contains("newest first") })
    let other = try read("t_s,range_m\n5,1\n4,1\n3,1\n6,1\n7,1\n")
    #expect(other.report.accepted == 3)
    #expect(other.report.rejections[.timeBackwards]?.lines == [3, 4])
  }

  @Test func `Sorting orders rows in any order`() throws {
    let found = try read("t_s,range_m\n5,1\n1,2\n3,3\n") { $0.sorts = true }
    #expect(found.records.map(\.sample.range) == [2, 3, 1])
  }

  @Test func `Sorting rejects rows that jump in time, and reports a wrapped counter`() throws {
    var rows = Self.shuffledWalk.map { "\($0.time),\($0.range)\n" }
    rows.insert("63072000,2\n", at: 100)
    rows.insert("-63072000,2\n", at: 200)
    rows.insert("5000,2\n", at: 300)
    let log = "t_s,range_m\n" + rows.joined()
    let found = try read(log) { $0.sorts = true }
    expect(found.records, "\(found.report)", of: Self.pausedWalk, within: 2e-3)
    #expect(found.report.rejections[.timeAhead]?.count == 2)
    #expect(found.report.rejections[.timeBackwards]?.lines == [202])
    #expect(found.report.accepted == 600 && found.report.warnings.isEmpty)
    let kept = try read(log) { ($0.sorts, $0.clock) = (true, .keep) }
    #expect(kept.records.count == 603)
    #expect(throws: ReadError.self) { try read(log) { ($0.sorts, $0.clock) = (true, .refuse) } }
    let turned = Self.pausedWalk.map { "\((Int($0.time * 1000) + 50_000) % 65_536),\($0.range)\n" }
    let counter = try read("t,d\n" + turned.joined(), "t=t:ms,range=d") { $0.sorts = true }
    #expect(counter.report.warnings.contains { $0.hasPrefix("clock wrapped") })
  }

  @Test func `Late rows are reported with the fix, and sorting drops repeated rows`() throws {
    let log = table("t_s,range_m", Self.lateWalk) { "\($0.time),\($0.range)" }
    let found = try read(log)
    #expect(found.report.rejected > 100 && found.report.rejected < 600)
    #expect(found.report.warnings.contains { $0.hasSuffix("s late; --reorder 0.5 reads them") })
    let doubled = table("t_s,range_m", Self.lateWalk + Self.lateWalk) { "\($0.time),\($0.range)" }
    let sorted = try read(doubled) { $0.sorts = true }
    expect(sorted.records, "\(sorted.report)")
    let twice = table("t_s,range_m", Self.lateWalk.flatMap { [$0, $0] }) {
      "\($0.time),\($0.range)"
    }
    let windowed = try read(twice) { $0.reorderingWindow = 0.5 }
    expect(windowed.records, "\(windowed.report)")
    for report in [sorted.report, windowed.report] {
      #expect(report.duplicates == 600 && report.accepted == 600)
      #expect(report.warnings.contains { $0.hasPrefix("skipped 600 rows that repeat another") })
    }
  }

  @Test("A reordering window is suggested only if it reads most late rows, otherwise sorting")
  func shuffled() throws {
    let rows = (0..<600).map { Self.walk[$0 * 191 % 600] }
    let found = try read(table("t_s,range_m", rows) { "\($0.time),\($0.range)" })
    #expect(
      !found.report.warnings.contains { $0.contains("reads them") }, "\(found.report.warnings)")
    #expect(found.report.warnings.contains { $0.contains("; --reorder all sorts the rows") })
  }
}
