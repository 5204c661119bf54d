internal import Quantities
internal import Ranging

/// An accuracy report as text: for the terminal and for Markdown documents.
public struct AccuracyTable: Sendable {
  /// One table.
  struct Table {
    let title: String
    let notes: [String]
    let columns: [String]
    let rows: [[String]]
  }

  let tables: [Table]

  /// The tables of a report.
  public init(_ report: AccuracyReport) {
    tables = report.groups.flatMap { group in
      [Self.accuracy(group), Self.zones(group, edges: report.edges)].compactMap { $0 }
    }
  }

  /// Aligned columns for a terminal.
  public var text: String {
    tables.map { table in
      let lines = Self.aligned([table.columns] + table.rows)
      return ([table.title] + table.notes.map { "  " + $0 } + lines.map { "  " + $0 })
        .joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  /// Markdown.
  public var markdown: String {
    tables.map { table in
      let head = "| " + table.columns.joined(separator: " | ") + " |"
      let rule = "|" + table.columns.map { _ in "---|" }.joined()
      let rows = table.rows.map { "| " + $0.joined(separator: " | ") + " |" }
      let notes = table.notes.isEmpty ? [] : [table.notes.joined(separator: "; ") + ".", ""]
      return (["### " + table.title, ""] + notes + [head, rule] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  static func aligned(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row.indices, row).map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }.joined(separator: "  ")
    }
  }

  /// A number with so many decimals; `-` for none.
  static func format(_ value: Double?, _ decimals: Int = 3) -> String {
    guard let value, value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let whole = Int64(scaled)
    let unit = Int64(scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(whole)" }
    let fraction = "\(whole % unit)"
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return sign + "\(whole / unit)." + zeros + fraction
  }
}

extension AccuracyTable {
  private static func name(_ row: AccuracyReport.Row) -> String {
    row.isDefault ? row.estimator.rawValue + " (default)" : row.estimator.rawValue
  }

  private static func accuracy(_ group: AccuracyReport.Group) -> Table {
    let isSignal = group.input != .uwb
    var columns = ["estimator", "RMSE m", "MAE m", "bias m", "P50 m", "P95 m", "max m"]
    if isSignal { columns += ["log2 RMS", "within x2"] }
    columns += [
      "95 % holds (own; baselines: calibration)", "width m", "lag s", "beat err s", "one-sided",
    ]
    let rows = group.rows.map { row -> [String] in
      let range = row.range
      let errors = [
        range.rootMeanSquare, range.meanAbsolute, range.medianBias, range.median,
        range.percentile95, range.maximum,
      ]
      var cells = [name(row)] + errors.map { format($0.value) }
      if isSignal { cells += [format(range.logRatio), format(range.withinFactorTwo)] }
      cells += [
        format(range.coverage), format(range.intervalWidth.value), format(row.lag?.value),
        format(row.beat.meanIntervalError?.value), format(row.beat.oneSidedShare),
      ]
      return cells
    }
    return Table(
      title: "\(group.dataset), \(group.input.rawValue)", notes: notes(group), columns: columns,
      rows: rows)
  }

  private static func notes(_ group: AccuracyReport.Group) -> [String] {
    var notes = ["\(group.recordings) recordings" + (group.isStill ? ", all still" : "")]
    if group.truthShift != .zero {
      notes.append("truth made to come \(format(group.truthShift.value)) s later")
    }
    if let noise = group.noise {
      notes.append(
        "noise at rest: \(format(noise.deviation.value)) m, of it white "
          + "\(format(noise.whiteDeviation.value)) m, density slow over fast "
          + format(noise.slowOverFast, 1))
    }
    if let score = group.rows.compactMap(\.consistency).first {
      notes.append(
        "innovations of the default: mean square \(format(score.meanSquare, 2)), correlation at "
          + "one reading \(format(score.correlation, 2)), lags 1 to 20 that are not white "
          + format(score.colouredShare, 2))
    }
    return notes
  }

  private static func zones(_ group: AccuracyReport.Group, edges: [Meters]) -> Table? {
    guard !group.isStill, let first = group.rows.first?.zones[.bare], first.trueChanges > 0 else {
      return nil
    }
    let columns = [
      "estimator", "decided by", "wrong time", "false/min", "missed/min", "delay s", "delay P95 s",
    ]
    let rows = group.rows.flatMap { row in
      ZoneDecision.allCases.compactMap { decision -> [String]? in
        guard let score = row.zones[decision] else { return nil }
        return [
          name(row), decision.rawValue, format(score.wrongShare), format(score.falsePerMinute, 2),
          format(score.missedPerMinute, 2), format(score.medianDelay?.value, 2),
          format(score.delay95?.value, 2),
        ]
      }
    }
    let list = edges.map { format($0.value, 2) }.joined(separator: ", ")
    return Table(
      title: "\(group.dataset), \(group.input.rawValue): zones",
      notes: ["edges \(list) m", "\(first.trueChanges) true changes"], columns: columns, rows: rows)
  }
}
