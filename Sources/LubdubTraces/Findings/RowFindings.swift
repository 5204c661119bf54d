/// The findings about all rows of a trace, from its report, the statistics of its rows, and its first bytes.
struct RowFindings {
  let report: ReadReport
  let statistics: RowStatistics
  let options: ReadOptions
  let start: [UInt8]

  /// The share of rows that a trace has to have used, and that of a log, which holds other things as well.
  private static let (least, leastOfLog) = (0.5, 0.1)

  private var isTidy: Bool { TraceFormats.tidy.named(report.format) != nil }
  /// A table of columns that `--columns` names.
  private var isMapped: Bool { report.format.hasPrefix("mapped") }

  var all: [Finding] {
    #if hasFeature(Embedded)
    let units: Finding? = nil
    #else
    let units = isTidy && options.columns == nil ? StatedUnits.finding(in: start) : nil
    #endif
    var found = statistics.findings(isTable: isTidy || isMapped, columns: columns)
    if let empty = found.firstIndex(where: { $0.rule == FindingRule.empty.code }), let proposal {
      found[empty].cure = proposal
    }
    return [lost].compactMap { $0 } + found + [units].compactMap { $0 }
  }

  /// Most rows were not used.
  private var lost: Finding? {
    let unused = report.rejected + (isMapped ? report.ignored : 0)
    let rows = report.accepted + unused
    let isMixed = !isTidy && report.ignored > 0 || report.otherPeers > 0
    guard report.accepted > 0,
      Double(report.accepted) < (isMixed ? Self.leastOfLog : Self.least) * Double(rows)
    else { return nil }
    let reason = report.rejections.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return Finding(
      .rowsLost,
      "\(unused) of \(counted(rows, "row")) were not used"
        + (reason.map { ", most of them by \($0.key.rawValue)" } ?? ""),
      cure: reason?.key == .timeBackwards ? order : proposal)
  }

  private var order: String? { options.cures[.order].map { "\($0) all puts rows in order" } }

  private var proposal: String? {
    guard let proposal = LogPreview(start)?.proposal, proposal.columns != options.columns?.text
    else { return nil }
    return "read it with \(proposal.commandLine)"
  }

  /// The options that read a column of the same table in another unit.
  private func columns(_ field: ColumnMapping.Field, _ unit: ColumnMapping.Unit) -> String? {
    guard isTidy || isMapped, var mapping = options.columns ?? ColumnMapping.tidy(of: start),
      mapping.columns[field] != nil, mapping.columns[field]?.unit != unit
    else { return nil }
    mapping.columns[field]?.unit = unit
    return ReadError.Proposal(
      columns: mapping.text, usesDecimalComma: mapping.usesDecimalComma, needsRate: false,
      thousandsMark: mapping.thousandsMark
    ).commandLine
  }
}

extension ColumnMapping {
  /// The columns of our own names that a table has; `nil` where it has no times or nothing else.
  static func tidy(of start: [UInt8]) -> ColumnMapping? {
    guard let titles = LogPreview(start)?.titles else { return nil }
    let names = Set(titles.map { $0.lowercased() })
    let columns = tidyWithDecimalComma.columns.filter { names.contains($0.value.name) }
    return columns[.time] == nil || columns.count < 2 ? nil : ColumnMapping(columns)
  }
}
