package struct LogPreview: Sendable {
  package let titles: [String]
  package let rows: [[String]]
  package var roles: [ColumnMapping.Role?] {
    guard let proposal, let mapping = try? ColumnMapping(proposal.columns) else {
      return titles.map { _ in nil }
    }
    return titles.map { mapping.role(of: $0) }
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

extension ColumnMapping {
  package typealias Role = (field: Field, unit: Unit?)

  fileprivate func role(of title: String) -> Role? {
    for field in Field.allCases {
      let named = ([columns] + others).compactMap { $0[field] }
      if let column = named.first(where: { $0.name == title }) { return (field, column.unit) }
    }
    return nil
  }
}

extension ColumnMapping.Field {
  package var unitNames: [String] { units.map { $0.rawValue } }
}
