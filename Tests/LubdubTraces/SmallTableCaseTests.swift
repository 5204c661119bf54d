import LubdubSupport
import LubdubTraces
import Testing

extension TableCaseTests {
  // A small table takes a quote that is not closed for a letter.
  @Test(
    arguments: cases.filter { $0.options?.columns == nil && !$0.name.hasPrefix("a quote that is") })
  func `The reader of small tables gives the same cells`(one: Case) throws {
    var table = try #require(Table(DecodedText(Array(one.text.utf8)).bytes))
    table.usesDecimalComma = one.options?.decimal == ","
    var rows = one.rows[...]
    var rejected: [Case.Rejection] = []
    for row in table.rows {
      if let reason = reason(row, table.header) {
        rejected.append(.init(line: row.line, reason: reason.rawValue))
        continue
      }
      let next = rows.popFirst()
      let expected = try #require(next)
      for (column, value) in expected {
        #expect(found(row, table.header.place(of: column)) == value, "\(column) of \(expected)")
      }
    }
    #expect(rows.isEmpty && Set(rejected) == Set(one.rejected ?? []))
  }

  /// The reason for which a trace would reject a row.
  private func reason(_ row: TableRow, _ header: TableHeader) -> RejectionReason? {
    guard row.fault == nil else { return .columnCount }
    guard let time = header.place(of: "t_s"), row[time] != nil else {
      return header.place(of: "t_s").map(row.reasonOfNoTime)
    }
    for column in ["t_s", "range_m", "rssi_dbm"] {
      switch row.numeral(header.place(of: column))?.parsedDecimal {
      case .malformed: return .notANumber
      case .notFinite: return .notFinite
      case .number(let number) where column == "range_m" && number <= -1: return .negativeRange
      case .number, nil: continue
      }
    }
    return nil
  }

  private func found(_ row: TableRow, _ column: Int?) -> Case.Value {
    if let number = row.number(column) { return .number(number) }
    return row[column].map { .text($0.string) } ?? .missing
  }
}
