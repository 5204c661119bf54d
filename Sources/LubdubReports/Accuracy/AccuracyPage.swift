package enum AccuracyPage {
  /// A page that begins with the findings about the recordings.
  package static func page(_ report: AccuracyReport, findings: [String]) -> BenchPage {
    let advice = report.groups.compactMap { AccuracyTable.advice($0) }
    let tables = AccuracyTable(report).parts
    return BenchPage(
      "Accuracy of estimators", notes: findings,
      (advice.isEmpty ? [] : [.advice(advice)]) + tables + report.groups.flatMap(pictures))
  }

  /// The most lines that readers can distinguish.
  private static let mostLines = 6
  private static let mostRecordings = 10

  private static func pictures(_ group: AccuracyReport.Group) -> [BenchPage.Part] {
    let name = "\(group.dataset), \(group.input.rawValue)"
    // The default and the estimators with the smallest errors are drawn.
    let ranked = group.rows.sorted { $0.range.rootMeanSquare < $1.range.rootMeanSquare }
    let shown = ranked.filter(\.isDefault) + ranked.filter { !$0.isDefault }.prefix(mostLines - 1)
    func chart(
      _ title: String, x: String, _ course: (ErrorCourses) -> [ErrorCourses.Bin]
    ) -> [BenchPage.Part] {
      let series = shown.map { row in
        BenchPage.Series(
          row.estimator.name, isJoined: true,
          course(row.errors).map { mark($0, row.estimator.name) })
      }.filter { !$0.points.isEmpty }
      guard !series.isEmpty else { return [] }
      return [
        BenchPage.Part(
          "\(title): \(name)", notes: [note], x: x, y: yAxis, series: series, isSmall: true)
      ]
    }
    return chart("Error over distance", x: "true distance, m", \.overDistance)
      + chart("Error over time", x: "s since the first row", \.overTime) + sideBySide(group, name)
  }

  private static func sideBySide(
    _ group: AccuracyReport.Group, _ name: String
  ) -> [BenchPage.Part] {
    guard let row = group.rows.first(where: \.isDefault), row.errors.recordings.count > 1 else {
      return []
    }
    let all = row.errors.recordings.filter { !$0.overTime.isEmpty }
    return stride(from: 0, to: all.count, by: mostRecordings).map { first in
      let some = all[first...].prefix(mostRecordings)
      let part = all.count > mostRecordings ? ", \(first + 1) to \(first + some.count)" : ""
      return BenchPage.Part(
        "Recordings side by side\(part): \(name)",
        notes: ["The errors of \(row.estimator.name) in each recording, on one time axis."],
        x: "s since the first row", y: yAxis,
        series: some.map { recording in
          BenchPage.Series(
            recording.name, isJoined: true, recording.overTime.map { mark($0, recording.name) })
        })
    }
  }

  private static let yAxis = "median of |estimate - truth|, m"
  private static let note =
    "The default and the estimators with the least error; medians of stretches with five answers or more."

  private static func mark(_ bin: ErrorCourses.Bin, _ name: String) -> BenchPage.Point {
    BenchPage.Point(
      x: bin.middle, y: bin.median.value, name: name,
      text:
        "\(counted(bin.count, "answer")), 95% below \(NumberText.rounded(bin.percentile95.value, 3)) m"
    )
  }
}
