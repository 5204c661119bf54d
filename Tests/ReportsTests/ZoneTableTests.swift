import Link
import Baselines
import Evaluation
import Quantities
import Ranging
import Reports
import Statistics
import Testing
import TestSupport
import TraceReading

@Suite struct ZoneTableTests {
  private static func recording() throws -> Recording {
    var random = SeededGenerator(seed: 7)
    let records = (0..<1200).map { tick -> TraceRecord in
      let time = Double(tick) / 10
      let phase = (time / 20).truncatingRemainder(dividingBy: 2)
      let truth = 0.3 + 3 * (phase < 1 ? phase : 2 - phase)
      let range = truth + 0.1 * (random.unit() - 0.5)
      return TraceRecord(.uwb(Meters(range), at: Seconds(time)), truth: Meters(truth))
    }
    return Recording(dataset: "made", name: "swing", records: records)
  }

  @Test("The table has a line for each rule and each of its edges, with as many cells as its head")
  func csv() throws {
    var benchmark = try ZoneBenchmark()
    benchmark.estimators = [.raw]
    let table = ZoneTable(try benchmark.run([Self.recording()]))
    let lines = table.csv.split(separator: "\n")
    let rules = ZoneBenchmark.margins.count * (ZoneBenchmark.dwells.count + 1)
    #expect(lines.count == 1 + rules * 5, "one row over all edges, and one for each of the four")
    let cells = lines[0].split(separator: ",").count
    // The rule's name holds one comma within quotes.
    for line in lines.dropFirst() {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == cells + 1)
    }
    #expect(table.text.contains("made, uwb, edges 0.05, 0.20, 1.00, 2.00 m: "))
  }
}
