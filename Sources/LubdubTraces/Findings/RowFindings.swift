/// The findings about all rows of a trace, from its report, the statistics of its rows, and its first bytes.
extension TraceParser {
  /// The least share of used rows of a trace, and of a log, which also contains other data.
  private static let (least, leastOfLog) = (0.5, 0.1)

  private var isTidy: Bool { TraceFormats.tidy.named(sink.report.format) != nil }
  /// Whether the trace is a table with columns named by `--columns`.
  private var isMapped: Bool { sink.report.format.hasPrefix("mapped") }

  func rowFindings(_ clocks: Finding?) -> [Finding] {
    #if hasFeature(Embedded)
    let units: Finding? = nil
    #else
    let units =
      isTidy && sink.options.columns == nil ? StatedUnits.finding(in: firstBytes) : nil
    #endif
    let isTable = isTidy || isMapped
    let (own, start) = (sink.options.columns, firstBytes)
    var found = statistics.findings(isTable: isTable) { field, unit in
      guard isTable, let mapping = own ?? ColumnMapping.tidy(of: start) else { return nil }
      return mapping.commandLine(of: field, in: unit)
    }
    if let empty = found.firstIndex(where: { $0.code == FindingRule.empty.code }), let proposal {
      found[empty].cure = proposal
    }
    return [lost(clocks), clocks].compactMap { $0 } + found + [units].compactMap { $0 }
  }

  #if !hasFeature(Embedded)
  /// The constant lag of a radio or link, if rows were lost or sorted because of the order of their times.
  var lag: ClockLag? {
    let reasons: [RejectionReason] = [.timeBackwards, .timeAhead]
    let lost = reasons.reduce(0) { $0 + (sink.report.rejections[$1]?.count ?? 0) }
    var options = sink.options
    guard lost >= 16 || !options.takesInOrder, options.lags.isEmpty else { return nil }
    (options.clock, options.strict, options.readsSingly) = (.keep, false, true)
    (options.takesAnyOrder, options.sorts, options.reorderingWindow) = (true, false, nil)
    var parser = TraceParser(path: sink.path, options: options)
    var rows: [TraceRecord] = []
    do throws(ReadError) {
      try parser.feed(firstBytes)
      try parser.finish()
    } catch {
      return nil
    }
    parser.take(into: &rows)
    return ClockLag(rows, parser.peers)
  }
  #endif

  /// The finding that most rows were not used.
  private func lost(_ clocks: Finding?) -> Finding? {
    let unused = sink.report.rejected + (isMapped ? sink.report.ignored : 0)
    let rows = sink.report.accepted + unused
    let isMixed = !isTidy && sink.report.ignored > 0 || sink.report.otherPeers > 0
    guard sink.report.accepted > 0,
      Double(sink.report.accepted) < (isMixed ? Self.leastOfLog : Self.least) * Double(rows)
    else { return nil }
    let reason = sink.report.mostRejected
    return Finding(
      .rowsLost,
      "\(unused) of \(counted(rows, "row")) were not used"
        + (reason.map { ", mostly due to \($0.key.rawValue)" } ?? ""),
      cure: reason?.key == .timeBackwards ? (clocks == nil ? order : nil) : proposal)
  }

  private var order: String? { sink.options.cures[.order].map { "\($0) all sorts the rows" } }

  private var proposal: String? {
    guard let proposal = LogPreview(firstBytes)?.proposal,
      proposal.columns != sink.options.columns?.text
    else { return nil }
    return "read it with \(proposal.commandLine)"
  }
}

extension ColumnMapping {
  /// The columns of a table with Lubdub's own names; `nil` if it has no column of times, or no other column with such a
  /// name.
  static func tidy(of start: [UInt8]) -> ColumnMapping? {
    guard let titles = LogPreview(start)?.titles else { return nil }
    let names = Set(titles.map { $0.lowercased() })
    let columns = tidyWithDecimalComma.columns.filter { names.contains($0.value.name) }
    return columns[.time] == nil || columns.count < 2 ? nil : ColumnMapping(columns)
  }

  /// The options that read the columns with one column in another unit.
  fileprivate func commandLine(of field: Field, in unit: Unit) -> String? {
    guard columns[field] != nil, columns[field]?.unit != unit else { return nil }
    var mapping = self
    mapping.columns[field]?.unit = unit
    return mapping.proposal().commandLine
  }
}
