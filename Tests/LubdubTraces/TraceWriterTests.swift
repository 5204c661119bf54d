import TestSupport
import Testing

@testable import LubdubTraces

@Suite struct TraceWriterTests {
  @Test(arguments: TraceWriter.Format.allCases)
  func `Rows survive writing and reading bit for bit`(format: TraceWriter.Format) throws {
    var generator = SeededGenerator(seed: 7)
    var names = NameTable()
    let peers = ["A1:B2", "with, comma", "with \"quotes\"", " spaces ", "žluťoučký@kitchen", "#1"]
    let indices = peers.compactMap { names.index(of: $0) }
    var time = -1000.0
    let records = (0..<5000).map { row in
      time += generator.unit() * 0.1
      var sample = Sample(
        time: Seconds(time), radio: generator.unit() < 0.5 ? .uwb : .ble,
        range: maybe(Meters(generator.unit() * 100), &generator),
        rssi: maybe(DBm(-127 * generator.unit()), &generator),
        firstPathPower: maybe(DBm(-1 - 100 * generator.unit()), &generator),
        channel: maybe(UInt8(truncatingIfNeeded: generator.next()), &generator))
      if generator.unit() < 0.1 {
        sample.event = LinkEvent.allCases.randomElement(using: &generator)
        // A row with both is read as two.
        (sample.range, sample.rssi) = (nil, nil)
      }
      return TraceRecord(
        sample, truth: maybe(Meters(generator.unit()), &generator),
        peer: indices[row < indices.count ? row : Int(generator.next() % UInt64(indices.count))],
        line: row + (format == .csv ? 2 : 1))
    }
    let bytes = TraceWriter.encode(records, peers: names, as: format)
    let (again, report) = try read(bytes)
    #expect(report.rejected == 0, "\(report.rejectionLines)")
    #expect(again == records)
    #expect(report.peers.map(\.name) == peers)
  }

  @Test func `Without link names, rows are written without links`() {
    let record = TraceRecord(Sample(time: 0, radio: .uwb, range: 1), peer: 3)
    let text = String(decoding: TraceWriter.encode([record]), as: UTF8.self)
    #expect(text.hasSuffix("\n0,uwb,1,,,,,,\n"), "\(text)")
  }

  @Test func `An empty trace has a header in CSV and is empty in NDJSON`() {
    #expect(
      String(decoding: TraceWriter.encode([]), as: UTF8.self)
        == "t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer\n")
    #expect(TraceWriter.encode([], as: .ndjson).isEmpty)
  }

  private func maybe<T>(_ value: T, _ generator: inout SeededGenerator) -> T? {
    generator.unit() < 0.7 ? value : nil
  }
}
