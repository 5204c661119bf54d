import Testing

@testable import LubdubTraces

/// The limits of the preview that advice is based on.
@Suite struct LogPreviewTests {
  @Test(arguments: [5, 1500, 3000])
  func `Of a large table, 64 columns and 1,000 rows are examined`(width: Int) throws {
    let names = (0..<width).map { "col\($0)_x" }.joined(separator: ",")
    let row = (0..<width).map { "\($0 % 7).25" }.joined(separator: ",")
    let text = ([names] + Array(repeating: row, count: 1200)).joined(separator: "\n")
    let table = try #require(SampleTable(Array(text.utf8.prefix(1 << 16)), isWhole: false))
    #expect(table.titles.count == min(width, 64) && table.count == width)
    #expect(table.rows.count <= 1000 && table.rows.allSatisfy { $0.count == min(width, 64) })
    #expect(table.text.count <= 1 << 16)
    #expect(ColumnDraft(table, [:]).reason == nil)
  }
}
