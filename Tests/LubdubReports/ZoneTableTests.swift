import LubdubReports
import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@Suite struct ZoneTableTests {
  @Test func `The table has a row per rule and edge, with as many cells as the header`() throws {
    var benchmark = try ZoneBenchmark()
    benchmark.estimators = [.raw]
    let report = try benchmark.run([Recording.swing])
    let table = ZoneTable(report)
    let lines = ZoneTable.csv([report]).split(separator: "\n")
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
