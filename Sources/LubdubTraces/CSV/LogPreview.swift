package struct LogPreview: Sendable {
  package let titles: [String]
  package let rows: [[String]]
  package var roles: [(field: ColumnMapping.Field, unit: ColumnMapping.Unit?)?] {
    guard let proposal, let mapping = try? ColumnMapping(proposal.columns) else {
      return titles.map { _ in nil }
    }
    return titles.map { title in
      for field in ColumnMapping.Field.allCases {
        let named = ([mapping.columns] + mapping.others).compactMap { $0[field] }
        if let column = named.first(where: { $0.name == title }) { return (field, column.unit) }
      }
      return nil
    }
  }

  package let (proposal, obstacle): (ReadError.Proposal?, String?)

  private static let rowCount = 5

  package init?(_ start: [UInt8]) {
    let text = DecodedText(Array(start.prefix(FormatDetection.limit))).bytes
    guard let table = SampleTable(text, isWhole: start.count < FormatDetection.limit) else {
      return nil
    }
    titles = table.titles
    rows = table.rows.prefix(Self.rowCount).map { row in row.map { DecodedText.string($0) } }
    (proposal, obstacle) = ReadError.Proposal.proposed(for: text)
  }
}
