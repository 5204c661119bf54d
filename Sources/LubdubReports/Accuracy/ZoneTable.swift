package struct ZoneTable: Sendable {
  private let report: ZoneReport

  package init(_ report: ZoneReport) { self.report = report }

  static let columns = [
    "estimator", "rule", "false/min", "missed/min", "errors/min", "wrong time", "no zone",
    "followed", "delay s", "median s", "P95 s", "contact 1 s", "contact 2 s", "contact felt",
    "false contact/h", "first zone s", "at rest /10 min", "worst",
  ]
  private static let edgeColumns = [
    "default rule, edge m", "changes", "false/min", "missed", "delay s", "median s", "P95 s",
  ]

  package var text: String {
    let edges = report.edges.map { NumberText.fixed($0.value, 2) }.joined(separator: ", ")
    return report.groups.map { group in
      let first = group.rows.first?.moving.trueChanges ?? 0
      let lines = TextTable.lines([Self.columns] + Self.best(group).map(Self.cells))
      let title =
        "\(group.dataset.visible), \(group.radio.rawValue), edges \(edges) m: \(counted(first, "true change"))"
      let parts = edgeRows(group).map { TextTable.lines([Self.edgeColumns] + $0) } ?? []
      let notes = group.truthOffset.sentence.map { [$0] } ?? []
      return ([title] + (notes + lines + parts).map { "  " + $0 }).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  private func edgeRows(_ group: ZoneReport.Group) -> [[String]]? {
    group.rows.first { $0.isDefault && $0.estimator == .fusion }.map { row in
      report.edges.indices.map { index in
        let score = row.moving.edge(index)
        let delays = [score.meanDelay, score.medianDelay, score.delay95].map { $0?.value }
        return [
          NumberText.fixed(report.edges[index].value, 2), "\(score.trueChanges)",
          NumberText.fixed(score.falsePerMinute, 3), "\(score.missedChanges)",
        ] + NumberText.fixed(delays, 2)
      }
    }
  }

  package static func csv(_ reports: [ZoneReport]) -> String {
    let head =
      "dataset,radio,estimator,rule,default,edges_m,edge_m,true_changes,followed,false_per_min,"
      + "missed_per_min,mean_delay_s,median_delay_s,p95_delay_s,wrong_zone_share,without_zone_share,contact_1s_share,"
      + "contact_2s_share,contact_never_share,contact_felt_share,false_contact_per_h,acquire_s,rest_per_10min,edge_rest_changes,edge_rest_worst,edge_rest_s"
    let lines = reports.flatMap { report in
      report.groups.flatMap { group in
        group.rows.flatMap { row in
          [line(group, row, report.edges, nil)]
            + report.edges.indices.map { line(group, row, report.edges, $0) }
        }
      }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private static func line(
    _ group: ZoneReport.Group, _ row: ZoneReport.Row, _ edges: [Meters], _ edge: Int?
  ) -> String {
    let score = edge.map { row.moving.edge($0) } ?? row.moving
    func text(_ number: Double?) -> String {
      number.map { NumberText.shortest(($0 * 1e6).rounded() / 1e6) } ?? ""
    }
    let place = edge.map { text(edges[$0].value) } ?? "all"
    let delays = [score.meanDelay?.value, score.medianDelay?.value, score.delay95?.value]
    let changes =
      ["\(score.trueChanges)", "\(score.delays.count)"]
      + ([score.falsePerMinute, score.missedPerMinute] + delays).map(text)
    let moving = row.moving
    let shares = [
      moving.wrongShare, moving.withoutShare, moving.contactShare(within: 1),
      moving.contactShare(within: 2), moving.contactNeverShare, moving.contactFeltShare,
      moving.falseContactsPerHour, moving.meanAcquisition?.value, moving.restChangesInTenMinutes,
    ]
    let rests = ["\(row.resting.changes)", "\(row.resting.mostChanges)"]
    let whole = shares.map(text) + rests + [text(row.resting.time.value)]
    let names = [
      csvField(group.dataset), group.radio.rawValue, row.estimator.name, "\"\(row.name)\"",
      row.isDefault ? "1" : "0", edges.map { text($0.value) }.joined(separator: " "), place,
    ]
    return (names + changes + (edge == nil ? whole : whole.map { _ in "" })).joined(separator: ",")
  }

  private static func best(_ group: ZoneReport.Group) -> [ZoneReport.Row] {
    EstimatorKind.all.flatMap { kind in
      let byEvidence = group.front(of: kind, byEvidence: true)
      let byMargin = group.front(of: kind, byEvidence: false)
      let isMissing = !byEvidence.contains(where: \.isDefault)
      let standard = group.rows.filter { $0.estimator == kind && $0.isDefault && isMissing }
      let unscored = group.rows.filter { $0.estimator == kind && !$0.isScored && !$0.isDefault }
      return standard + byEvidence + byMargin + unscored.prefix(1)
    }.sorted { $0.isScored && !$1.isScored }
  }

  static func cells(_ row: ZoneReport.Row) -> [String] {
    let moving = row.moving
    let errors = [moving.falsePerMinute, moving.missedPerMinute, moving.errorsPerMinute]
    let others = [
      moving.meanDelay?.value, moving.medianDelay?.value, moving.delay95?.value,
      moving.contactShare(within: 1), moving.contactShare(within: 2), moving.contactFeltShare,
      moving.falseContactsPerHour, moving.meanAcquisition?.value, row.resting.changesInTenMinutes,
    ]
    return [row.estimator.name, row.isDefault ? row.name + " (default)" : row.name]
      + NumberText.fixed(errors, 2) + NumberText.fixed([moving.wrongShare, moving.withoutShare])
      + ["\(moving.delays.count)"] + NumberText.fixed(others, 2)
      + [row.resting.time.value > 0 ? "\(row.resting.mostChanges)" : "-"]
  }
}
