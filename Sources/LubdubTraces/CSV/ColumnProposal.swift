internal import Lubdub
internal import LubdubGround

extension ReadError.Proposal {
  /// The proposal for a log that starts so: columns by their names and values, checked by reading these rows
  /// with them. Or why they are not read, where names say what they hold.
  static func proposed(
    for start: [UInt8], _ cures: [Cure: String] = [:]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    let isWhole = start.last == 0x0A || start.count < FormatDetection.limit
    let table = SampleTable(start, isWhole: isWhole)
    let found = table.map { proposed($0, cures) } ?? (proposal: nil, obstacle: nil)
    guard found.proposal == nil, table?.isJSON != true else { return found }
    let rows = TextLines(DecodedText(start).bytes).lazy.map { $0.text }.filter {
      TextPrefix.isRow($0)
    }
    for (place, line) in rows.prefix(CSVTrace.mostPreamble).enumerated()
    where place > 0 && ColumnName(line.string).mayBeHeader {
      guard let table = SampleTable(start, isWhole: isWhole, preamble: place),
        !table.isHeaderless, var proposal = proposed(table, cures).proposal
      else { continue }
      proposal.notes.append(
        "\(counted(place, "line")) before the header \(place == 1 ? "is" : "are") skipped")
      return (proposal, nil)
    }
    return found
  }

  private static func proposed(
    _ table: SampleTable, _ cures: [Cure: String]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let count = table.misfit {
      return (
        nil, "the rows have \(counted(count, "column")) where the header has \(table.titles.count)"
      )
    }
    let draft = ColumnDraft(table, cures)
    return draft.isComplete
      ? draft.checked() : (nil, draft.leftOut.first.map { "not read is \($0)" })
  }
}
