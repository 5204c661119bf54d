internal import Baselines
package import Evaluation
internal import Link
internal import Proximity
internal import Quantities
internal import Ranging

/// A zone report as text and as CSV.
package struct ZoneTable: Sendable {
  private let report: ZoneReport

  /// The tables of a report.
  package init(_ report: ZoneReport) {
    self.report = report
  }

  private static let columns = [
    "estimator", "rule", "false/min", "missed/min", "errors/min", "wrong time", "followed",
    "delay s",
    "median s", "at rest /10 min", "worst",
  ]

  /// The best rules of each estimator and the default, in aligned columns.
  package var text: String {
    report.groups.map { group in
      let first = group.rows.first?.moving.trueChanges ?? 0
      let rows = Self.best(group).map(Self.cells)
      let lines = TextTable.lines([Self.columns] + rows)
      let title = "\(group.dataset), \(group.radio.rawValue): \(first) true changes"
      return ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
    }.joined(separator: "\n\n") + "\n"
  }

  /// Every rule as CSV.
  package var csv: String {
    let head =
      "dataset,radio,estimator,rule,default,false_per_min,missed_per_min,true_changes,followed,"
      + "mean_delay_s,median_delay_s,wrong_share,rest_changes,rest_worst,rest_s"
    let rows = report.groups.flatMap { group in
      group.rows.map { row in
        let moving = row.moving
        return [
          group.dataset, group.radio.rawValue, row.estimator.name, "\"\(row.name)\"",
          row.isDefault ? "1" : "0", NumberText.fixed(moving.falsePerMinute, 4),
          NumberText.fixed(moving.missedPerMinute, 4), "\(moving.trueChanges)",
          "\(moving.delays.count)", NumberText.fixed(row.delay, 3),
          moving.medianDelay.map { NumberText.fixed($0.value, 3) } ?? "",
          NumberText.fixed(moving.wrongShare, 4), "\(row.resting.changes)",
          "\(row.resting.mostChanges)",
          NumberText.fixed(row.resting.time.value, 1),
        ].joined(separator: ",")
      }
    }
    return ([head] + rows).joined(separator: "\n") + "\n"
  }

  private static func best(_ group: ZoneReport.Group) -> [ZoneReport.Row] {
    EstimatorKind.all.flatMap { kind in
      let byEvidence = group.front(of: kind, byEvidence: true)
      let byMargin = group.front(of: kind, byEvidence: false)
      let isMissing = !byEvidence.contains(where: \.isDefault)
      let standard = group.rows.filter { $0.estimator == kind && $0.isDefault && isMissing }
      return standard + byEvidence + byMargin
    }
  }

  private static func cells(_ row: ZoneReport.Row) -> [String] {
    let moving = row.moving
    return [
      row.estimator.name, row.isDefault ? row.name + " (default)" : row.name,
      NumberText.fixed(moving.falsePerMinute, 2),
      NumberText.fixed(moving.missedPerMinute, 2),
      NumberText.fixed(row.errorsPerMinute, 2), NumberText.fixed(moving.wrongShare),
      "\(moving.delays.count)",
      NumberText.fixed(row.delay, 2), NumberText.fixed(moving.medianDelay?.value, 2),
      NumberText.fixed(row.resting.changesInTenMinutes, 2),
      row.resting.time.value > 0 ? "\(row.resting.mostChanges)" : "-",
    ]
  }
}
