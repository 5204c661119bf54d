extension ReadError.Proposal {
  /// The options that read a table, derived from its first rows, or the reason why no options read the table.
  package static func proposed(
    for start: [UInt8], _ cures: [Cure: String] = [:]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    let table = SampleTable(start, isWhole: isWhole(start))
    let found = table.map { proposed($0, cures) } ?? (proposal: nil, obstacle: nil)
    guard found.proposal == nil, table?.isJSON != true else { return found }
    let rows = TextLines(DecodedText(start).bytes).filter { TextPrefix.isRow($0.text) }
    let isCut = table?.misfit != nil && table?.isHeaderless == true
    for place in (isCut ? [1] : []) + headers(rows.map { $0.text }) {
      if place > 3, rows[1].text.beginsWithDigit, rows[place - 1].text.beginsWithDigit {
        return (nil, "line \(rows[place].number) is another header: read each part separately")
      }
      if CSVPlan.isHeader(rows[place].text) {
        return (nil, "the header is line \(rows[place].number): remove the lines above it")
      }
      guard let table = SampleTable(start, isWhole: isWhole(start), preamble: place),
        table.isHeaderless == isCut, var proposal = proposed(table, cures).proposal
      else { continue }
      let skipped =
        "\(counted(place, "line")) before the header \(place == 1 ? "is" : "are") skipped"
      proposal.notes.append(isCut ? "the first line is cut" : skipped)
      return (proposal, nil)
    }
    return found
  }

  /// The lines below the first that may be headers. Lines that differ only in their numbers are not headers.
  private static func headers(_ rows: [LogText]) -> [Int] {
    var (places, forms) = ([Int](), Set<[UInt8]>())
    for place in rows.indices.dropFirst().prefix(CSVTrace.mostPreamble)
    where places.count < mostHeaders && !rows[place].beginsWithDigit {
      let form = rows[place].prefix(longestHeader).filter { !(0x30...0x39).contains($0) }
      guard forms.insert(form).inserted else { continue }
      let isHeader = CSVPlan.isHeader(rows[place]) || ColumnName(form[...].string).mayBeHeader
      if isHeader { places.append(place) }
    }
    return places
  }

  /// The maximum number of lines that are tried as the header, and the maximum number of examined bytes.
  private static let (mostHeaders, longestHeader) = (4, 1000)

  private static func isWhole(_ start: [UInt8]) -> Bool {
    start.last == 0x0A || start.count < FormatDetection.limit
  }

  private static func proposed(
    _ table: SampleTable, _ cures: [Cure: String]
  ) -> (proposal: ReadError.Proposal?, obstacle: String?) {
    if let count = table.misfit {
      return (
        nil, "the rows have \(counted(count, "column")) where the header has \(table.count)"
      )
    }
    let draft = ColumnDraft(table, cures)
    guard draft.isComplete else { return (nil, draft.reason) }
    let (proposal, obstacle) = draft.checked()
    // Columns without names need no reason why they are not read.
    return (proposal, table.isHeaderless ? nil : obstacle)
  }
}

extension ColumnMapping {
  func proposal(
    needsRate: Bool = false, sorts: Bool = false, notes: [String] = []
  ) -> ReadError.Proposal {
    ReadError.Proposal(
      columns: text, usesDecimalComma: usesDecimalComma, needsRate: needsRate,
      thousandsMark: thousandsMark, sorts: sorts, notes: notes)
  }

  #if !hasFeature(Embedded)
  /// The options that read the times of the columns as dates, ready for a shell; `nil` if there is no column of times.
  package var readingDates: String? {
    guard let time = columns[.time] else { return nil }
    var mapping = self
    mapping.columns[.time] = Column(time.name, unit: .iso)
    return mapping.proposal().commandLine
  }
  #endif
}

extension LogText {
  var beginsWithDigit: Bool { first.map { (0x30...0x39).contains($0) } ?? false }
}
