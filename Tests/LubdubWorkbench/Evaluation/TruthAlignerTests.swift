import Foundation
import Lubdub
import LubdubTraces
import Testing

@testable import LubdubWorkbench

/// The truth on the clock of its radio, in memory and row by row.
@Suite("Truth on the clock of its radio")
struct TruthAlignerTests {
  private func walk(_ time: Double) -> Double { 3 + 2 * sin(0.7 * time) + sin(0.23 * time) }

  private func recording(lead: Double, seconds: Int = 60) -> Recording {
    let records = (0..<10 * seconds).map { index in
      let time = Double(index) / 10
      return TraceRow(time: time, range: walk(time), truth: walk(time + lead)).record
    }
    return Recording(dataset: "set", name: "one", records: records)
  }

  @Test(arguments: [0.2, -0.3, 0.02])
  func `Aligning row by row equals aligning in memory, for any block size`(lead: Double) {
    let whole = recording(lead: lead)
    let aligned = TruthShift.estimated.align([whole])
    var aligner = TruthAligner(.estimated)
    var rows: [TraceRecord] = []
    for start in stride(from: 0, to: whole.records.count, by: 7) {
      rows += aligner.take(Array(whole.records[start..<min(start + 7, whole.records.count)]))
    }
    let (rest, offset) = aligner.finish()
    rows += rest
    #expect(rows == aligned.recordings[0].records)
    #expect(offset.applied == aligned.offsets[0].applied)
    #expect((offset.applied == .zero) == (lead == 0.02))
  }

  @Test func `A lag smaller than its error shifts nothing`() throws {
    // The five parts lag by different times.
    let lags = [0.45, -0.2, 0.3, -0.1, 0.1]
    let records = (0..<1000).map { index in
      let time = Double(index) / 10
      let lead = lags[min(4, index / 200)]
      return TraceRow(time: time, range: walk(time), truth: walk(time + lead)).record
    }
    let found = TruthShift.estimated.offset(
      of: [Recording(dataset: "set", name: "one", records: records)])
    let error = try #require(found.error)
    #expect(error > 0.1)
    #expect(found.applied == .zero)
  }

  @Test func `Late ranges may be explained by the radio's latency, and leading ranges can't`() {
    let late = TruthShift.estimated.offset(of: [recording(lead: 0.2)])
    #expect(late.sentence?.contains("latency") == true)
    let early = TruthShift.estimated.offset(of: [recording(lead: -0.2)])
    #expect(early.sentence?.contains("behind") == true)
    #expect(early.sentence?.contains("latency") == false)
  }

  @Test func `Stretches of neighboring rows are kept across a long recording`() {
    var all = RowReservoir(limit: 4096)
    for index in 0..<100_000 {
      all.append(TraceRow(time: Double(index), range: 1, truth: 1).record)
    }
    #expect(all.count == 100_000)
    #expect((2048...4096).contains(all.rows.count))
    let times = all.rows.map(\.sample.time.value)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(times, times.dropFirst()).count { $1 - $0 == 1 } > all.rows.count * 9 / 10)
    #expect((times.last ?? 0) > 60_000)
  }
}
