package struct AccuracyTable: Sendable {
  package struct Table {
    package let title: String
    package let notes: [String]
    package let columns: [String]
    package let rows: [[String]]
  }

  package let tables: [Table]

  init(tables: [Table]) { self.tables = tables }

  /// The tables as parts of a page.
  var parts: [BenchPage.Part] {
    tables.map { BenchPage.Part($0.title, notes: $0.notes, columns: $0.columns, rows: $0.rows) }
  }

  package init(_ report: AccuracyReport) {
    tables =
      report.groups.flatMap { group in
        [Self.accuracy(group), Self.zones(group, edges: report.edges)].compactMap { $0 }
      } + (report.handOver.map { [Self.handOver($0)] } ?? [])
  }

  package var text: String {
    tables.map { table in
      TextTable.titled(table.title, notes: table.notes, [table.columns] + table.rows)
    }.joined(separator: "\n\n") + "\n"
  }

  package var markdown: String {
    tables.map { table in
      let head = "| " + table.columns.joined(separator: " | ") + " |"
      let rule = "|" + table.columns.map { _ in "---|" }.joined()
      let rows = table.rows.map { "| " + $0.joined(separator: " | ") + " |" }
      let notes = table.notes.isEmpty ? [] : [table.notes.joined(separator: "; ") + ".", ""]
      return (["### " + table.title, ""] + notes + [head, rule] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  private static func name(_ row: AccuracyReport.Row, of group: AccuracyReport.Group) -> String {
    guard row.recordings == group.recordings else {
      return
        "\(row.estimator.name) (\(row.recordings) of \(counted(group.recordings, "recording")))"
    }
    if row.isSelective(in: group) {
      return "\(row.estimator.name) (answers \(NumberText.percent(row.range.answered)) of the rows)"
    }
    return row.isDefault ? row.estimator.name + " (default)" : row.estimator.name
  }

  static func isSignal(_ group: AccuracyReport.Group) -> Bool {
    ![.uwb, .cs, .gnss, .reported].contains(group.input)
  }

  private static func accuracy(_ group: AccuracyReport.Group) -> Table {
    let isSignal = isSignal(group)
    var columns = ["estimator", "RMSE m", "MAE m", "bias m", "P50 m", "P95 m", "max m"]
    if isSignal { columns += ["log2 RMS", "within x2", "slope", "rank", "half s", "never"] }
    columns += [
      "95% holds (own; baselines: calibration)", "width m", "lag s", "beat err s", "one-sided",
    ]
    let rows = group.rows.map { row -> [String] in
      let range = row.range
      let errors = [
        range.rootMeanSquare, range.meanAbsolute, range.medianBias, range.median,
        range.percentile95, range.maximum,
      ]
      var cells = [name(row, of: group)] + NumberText.fixed(errors.map(\.value))
      if isSignal {
        let following = row.following
        cells += NumberText.fixed([range.logRatio, range.withinFactorTwo])
        cells += NumberText.fixed([following?.slope, following?.rank], 2)
        cells.append(NumberText.fixed(following?.medianHalfTime?.value, 0))
        cells.append(NumberText.fixed(following?.neverShare, 2))
      }
      let beats = [row.beat.meanIntervalError?.value, row.beat.oneSidedShare]
      let others = [range.coverage, range.intervalWidth?.value, row.lag?.value] + beats
      return cells + NumberText.fixed(others)
    }
    return Table(
      title: "\(group.dataset.visible), \(group.input.rawValue)", notes: notes(group),
      columns: columns, rows: rows)
  }

  private static func notes(_ group: AccuracyReport.Group) -> [String] {
    var notes = [counted(group.recordings, "recording") + (group.isStill ? ", all still" : "")]
    if let sentence = group.truthOffset.sentence { notes.append(sentence) }
    if let score = group.rows.compactMap(\.consistency).first {
      notes.append(
        "innovations of the default: mean square \(NumberText.fixed(score.meanSquare, 2)), correlation of "
          + "consecutive innovations \(NumberText.fixed(score.correlation, 2)), share of lags 1 to 20 with "
          + "significant correlation \(NumberText.fixed(score.colouredShare, 2)) "
          + "(white noise: 0.05)")
    }
    return notes
  }

  private static func zones(_ group: AccuracyReport.Group, edges: [Meters]) -> Table? {
    guard !group.isStill, let first = group.rows.first?.zones[.bare], first.trueChanges > 0 else {
      return nil
    }
    let columns = [
      "estimator", "decided by", "wrong time", "no zone", "false/min", "missed/min", "delay s",
      "delay P95 s",
    ]
    let rows = group.rows.flatMap { row in
      ZoneDecision.allCases.compactMap { decision -> [String]? in
        guard let score = row.zones[decision] else { return nil }
        let delays = [score.medianDelay?.value, score.delay95?.value]
        return [name(row, of: group), decision.rawValue]
          + NumberText.fixed([score.wrongShare, score.withoutShare])
          + NumberText.fixed([score.falsePerMinute, score.missedPerMinute] + delays, 2)
      }
    }
    let list = edges.map { NumberText.fixed($0.value, 2) }.joined(separator: ", ")
    return Table(
      title: "\(group.dataset.visible), \(group.input.rawValue): zones",
      notes: ["edges \(list) m", counted(Int(first.trueChanges), "true change")], columns: columns,
      rows: rows)
  }
}
