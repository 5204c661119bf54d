extension ReadError.Proposal {
  package static func proposed(
    for start: [UInt8], _ cures: [Cure: String] = [:], range: String? = nil
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    let isWhole = start.last == 0x0A || start.count < FormatDetection.limit
    let table = SampleTable(start, isWhole: isWhole)
    let found = table.map { proposed($0, cures, range: range) } ?? (proposal: nil, obstacle: nil)
    guard found.proposal == nil, table?.isJSON != true else { return found }
    if table?.misfit != nil, table?.isHeaderless == true,
      let rest = SampleTable(start, isWhole: isWhole, preamble: 1), rest.isHeaderless,
      var proposal = proposed(rest, cures).proposal
    {
      proposal.notes.append("the first line is cut")
      return (proposal, nil)
    }
    let rows = TextLines(DecodedText(start).bytes).filter { TextPrefix.isRow($0.text) }
    // Rows alike but for their numbers are none.
    var forms: Set<LogText> = []
    let headers = rows.indices.dropFirst().filter {
      let text = rows[$0].text
      return forms.insert(text.filter { !(0x30...0x39).contains($0) }[...]).inserted
        && (CSVPlan.isHeader(text) || ColumnName(text.string).mayBeHeader)
    }
    for place in headers.prefix(CSVTrace.mostPreamble) {
      let line = rows[place].number
      let cure = "the header is line \(line): tail -n +\(line) FILE drops what is above it"
      if place > 3, rows[1].text.beginsWithDigit, rows[place - 1].text.beginsWithDigit,
        !rows[place].text.beginsWithDigit
      {
        return (nil, "another header is line \(line): read each part by itself")
      }
      if CSVPlan.isHeader(rows[place].text) { return (nil, cure) }
      guard let table = SampleTable(start, isWhole: isWhole, preamble: place),
        !table.isHeaderless, var proposal = proposed(table, cures).proposal
      else { continue }
      if place >= CSVTrace.mostPreamble { return (nil, cure) }
      proposal.notes.append(
        "\(counted(place, "line")) before the header \(place == 1 ? "is" : "are") skipped")
      return (proposal, nil)
    }
    return found
  }

  private static func proposed(
    _ table: SampleTable, _ cures: [Cure: String], range: String? = nil
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let count = table.misfit {
      return (
        nil, "the rows have \(counted(count, "column")) where the header has \(table.titles.count)"
      )
    }
    let draft = ColumnDraft(table, cures, range: range)
    guard !draft.isComplete else { return draft.checked() }
    return (nil, draft.leftOut.first.map { "not read is \($0)" })
  }
}

extension LogText {
  var beginsWithDigit: Bool { first.map { (0x30...0x39).contains($0) } ?? false }
}
