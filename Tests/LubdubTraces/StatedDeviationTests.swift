import Lubdub
import LubdubSupport
import LubdubTraces
import Testing

@Suite struct StatedDeviationTests {
  private func read(_ text: String) throws -> (records: [TraceRecord], report: ReadReport) {
    let log = try ReadLog(text, options: ReadOptions())
    return (log.records, log.report)
  }

  @Test func `Ranges of positions are read with their deviation`() throws {
    let rows = (0..<50).map { "\($0),gnss,\(100 + $0).5,\(2 + $0 % 3).25\n" }.joined()
    let (records, report) = try read("t_s,source,range_m,sd_m\n" + rows)
    #expect(records.count == 50 && report.rejected == 0 && report.carriesDeviations)
    for (index, record) in records.enumerated() {
      #expect(record.sample.radio == .gnss)
      #expect(record.sample.deviation == Meters(Double(2 + index % 3) + 0.25))
    }
  }

  @Test func `Deviations in JSON lines are read, and survive writing and reading`() throws {
    let (records, _) = try read(
      """
      {"t_s": 0, "source": "gnss", "range_m": 5, "sd_m": 2.5}
      {"t_s": 1, "source": "gnss", "range_m": 6}

      """)
    #expect(records.map(\.sample.deviation) == [2.5, nil])
    for format in TraceWriter.Format.allCases {
      let text = String(decoding: TraceWriter.encode(records, as: format), as: UTF8.self)
      #expect(try read(text).records.map(\.sample) == records.map(\.sample))
    }
  }

  @Test func `An invalid deviation is dropped and counted, and its row is kept`() throws {
    let (records, report) = try read("t_s,source,range_m,sd_m\n0,gnss,5,-3\n1,gnss,6,\n")
    #expect(records.map(\.sample.deviation) == [nil, nil])
    #expect(report.warnings.contains { $0.contains("sd_m is -3") })
  }
}
