extension ZoneTable {
  /// A page that begins with the findings about the recordings.
  package static func page(_ reports: [ZoneReport], findings: [String]) -> BenchPage {
    BenchPage(
      "Delay and calm of zone rules",
      notes: findings + [
        "Each mark is a rule. Rules farther left react sooner, and lower rules make fewer errors. A line joins "
          + "the best rules of an estimator: no other rule of that estimator is better in both."
      ],
      [.advice(reports.flatMap { report in report.groups.map { advice(report, $0) } })]
        + reports.flatMap { report in report.groups.flatMap { parts(report, $0) } })
  }

  private static let enoughChanges = 20

  private static func advice(_ report: ZoneReport, _ group: ZoneReport.Group) -> String {
    let place = "\(title(report, group)): "
    let changes = group.rows.first?.moving.trueChanges ?? 0
    guard let standard = group.rows.first(where: { $0.isDefault && $0.estimator == .fusion }),
      standard.delay.isFinite, standard.errorsPerMinute.isFinite, changes >= enoughChanges
    else {
      return place
        + "keep the default; \(counted(changes, "true change")) are too few, at least "
        + "\(enoughChanges) are needed."
    }
    let calm = group.rows.filter {
      $0.errorsPerMinute <= standard.errorsPerMinute && $0.delay < 0.9 * standard.delay
    }
    guard let quickest = calm.min(by: { $0.delay < $1.delay }) else {
      return place + "keep the default; no equally calm rule is quicker by a tenth."
    }
    return place + "\(quickest.estimator.name) with \(quickest.name) follows in "
      + "\(NumberText.fixed(quickest.delay, 2)) s instead of \(NumberText.fixed(standard.delay, 2)) s, with no more "
      + "false and missed changes. Try it."
  }

  private static func title(_ report: ZoneReport, _ group: ZoneReport.Group) -> String {
    let edges = report.edges.map { NumberText.fixed($0.value, 2) }.joined(separator: ", ")
    return "\(group.dataset), \(group.radio.rawValue), edges \(edges) m"
  }

  private static func parts(_ report: ZoneReport, _ group: ZoneReport.Group) -> [BenchPage.Part] {
    let title = title(report, group)
    let changes = counted(group.rows.first?.moving.trueChanges ?? 0, "true change")
    let series = EstimatorKind.all.flatMap { kind in
      [true, false].map { byEvidence in
        BenchPage.Series(
          kind.name + (byEvidence ? ", by evidence" : ", by margin"), isJoined: true,
          group.front(of: kind, byEvidence: byEvidence).compactMap(point))
      }
    }
    let standard = group.rows.filter { $0.isDefault && $0.estimator == .fusion }
    let all = [BenchPage.Series("the default", standard.compactMap(point))] + series
    return [
      BenchPage.Part(
        title, notes: [changes] + (group.truthOffset.sentence.map { [$0] } ?? []),
        x: "mean delay in s, missed changes as 10",
        y: "false and missed changes per minute", series: all.filter { !$0.points.isEmpty }),
      BenchPage.Part("Every rule: \(title)", columns: columns, rows: group.rows.map(cells)),
    ]
  }

  private static func point(_ row: ZoneReport.Row) -> BenchPage.Point? {
    guard row.delay.isFinite, row.errorsPerMinute.isFinite else { return nil }
    return BenchPage.Point(x: row.delay, y: row.errorsPerMinute, name: row.name)
  }
}
