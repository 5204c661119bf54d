package import LubdubGround

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

#if !hasFeature(Embedded)
extension LogPreview {
  /// The ways to read a table with one of its columns as the range, where names do not say which one it is.
  package static func choices(_ start: [UInt8]) -> [(title: String, proposal: ReadError.Proposal)] {
    guard let table = SampleTable(start, isWhole: true), !table.isJSON else { return [] }
    let names = table.titles.map { ColumnName($0) }
    let lengths = names.indices.filter { [.range, .truth].contains(names[$0].field) }
    let numbers = table.titles.indices.map { table.values($0).compactMap { $0.decimal } }
    let likely = table.titles.indices.filter { ColumnDraft.movesAsRange(numbers[$0]) }
    let places = likely + table.titles.indices.filter { !likely.contains($0) }
    return places.compactMap { place in
      let title = table.titles[place]
      guard lengths.isEmpty ? names[place].mayBeRange : lengths.contains(place),
        names[place].unit.map({ ColumnMapping.Field.range.units.contains($0) }) ?? true,
        Set(table.values(place)).count > 2, !ColumnDraft.areCounts(numbers[place]),
        let found = ReadError.Proposal.proposed(for: start, range: title).proposal,
        !found.needsRate, found.columns.contains("range=\(title)")
      else { return nil }
      return (title, found)
    }
  }
}
#endif

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
