import TestSupport
import Testing

@testable import LubdubTraces

/// Damaged logs: nothing ends the process, every row is accounted for, and the split of the bytes makes no difference.
@Suite struct MutationTests {
  private static let bases =
    SmallLog.all
    + HandMadeLog.all.filter { $0.bytes.count < 2000 }.map {
      SmallLog(bytes: $0.bytes, countsLines: false)
    }

  private struct Outcome: Equatable {
    var records: [TraceRecord] = []
    var report = ReadReport()
    var error: ReadError?
  }

  private static func read(_ bytes: [UInt8], _ options: ReadOptions, pieces: Int) -> Outcome {
    var outcome = Outcome()
    var parser = TraceParser(options: options)
    do throws(ReadError) {
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + pieces)
        try parser.feed(Array(bytes[start..<end]))
        start = end
      }
      try parser.finish()
    } catch {
      outcome.error = error
    }
    parser.take(into: &outcome.records)
    outcome.report = parser.report
    return outcome
  }

  @Test func `Ten thousand damaged logs are read to the end with every line counted`() throws {
    var random = SeededGenerator(seed: 43)
    let runs = Thoroughness.isFull ? 1_000_000 : 10_000
    for run in 0..<runs {
      let base = Self.bases[run % Self.bases.count]
      let bytes = base.damaged(&random)
      var options = ReadOptions(formats: .deviceLogs)
      options.columns = try base.columns.map { (text) throws in try ColumnMapping(text) }
      let outcome = Self.read(bytes, options, pieces: max(1, bytes.count))
      let report = outcome.report
      if base.countsLines, outcome.error == nil,
        ["csv", "mapped-csv", "ndjson", "mapped-ndjson"].contains(report.format)
      {
        let lines = SmallLog.lineCount(bytes)
        let rows = report.accepted + report.rejected + report.ignored + report.duplicates
        #expect(
          (lines - 1...lines).contains(rows),
          "run \(run): \(String(decoding: bytes, as: UTF8.self))")
      }
      let times = base.countsLines ? outcome.records.map(\.sample.time) : []
      #expect(times == times.sorted(), "run \(run)")
      guard run % 8 < 2 else { continue }
      let pieces = Int.random(in: 1...40, using: &random)
      let cut = Self.read(bytes, options, pieces: pieces)
      #expect(cut == outcome, "run \(run): \(String(decoding: bytes, as: UTF8.self))")
      _ = LogPreview(bytes)
    }
  }
}
