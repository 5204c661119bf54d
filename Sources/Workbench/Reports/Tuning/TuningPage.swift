internal import Evaluation
package import Tuning

/// A tuning result as a page: what was gained, what matters, the front, and every recording.
package enum TuningPage {
  /// The page.
  ///
  /// - Parameters:
  ///   - result: What the search found.
  ///   - points: The settings of each point of the front, as YAML.
  ///   - settings: The tuned settings, as YAML.
  /// - Returns: What to do, and the tables and charts that it rests on.
  package static func page(
    _ result: TuningResult, points: [String], settings: String
  ) -> BenchPage {
    let heading = TuningText.heading(result)
    let costs = result.datasets.isEmpty ? [] : [table("Costs", TuningText.overview(result))]
    let changed = TuningText.changes(result)
    let columns = ["setting", "before", "tuned"]
    let changes =
      changed.isEmpty
      ? [] : [BenchPage.Part("Changed settings", columns: columns, rows: changed)]
    let steps = result.groups.filter { !$0.steps.isEmpty }
      .map { table("How far the gain holds on held-out recordings", TuningText.steps($0)) }
    let measures = result.datasets.map { table("Measures: \($0.name)", TuningText.measures($0)) }
    return BenchPage(
      "Tuned for \(result.task.objective.name)",
      [advice(result, settings)] + costs + front(result, points) + changes + steps
        + sensitivities(result) + TuningTrials.parts(result) + measures
        + recordings(result) + [
          BenchPage.Part(
            "About this search",
            notes: [heading.prefix(2).joined(separator: " ")] + heading.dropFirst(2))
        ])
  }

  /// What to do with the result.
  private static func advice(_ result: TuningResult, _ settings: String) -> BenchPage.Part {
    let advice = TuningAdvice(result)
    return .advice([advice.sentence], text: advice.isGain ? settings : nil)
  }

  private static func table(_ title: String, _ rows: [[String]]) -> BenchPage.Part {
    BenchPage.Part(title, columns: rows.first ?? [], rows: Array(rows.dropFirst()))
  }

  /// The first two measures of the front; its points show their settings.
  private static func front(_ result: TuningResult, _ points: [String]) -> [BenchPage.Part] {
    let names = result.task.objective.terms.map(\.name)
    guard !result.front.isEmpty, names.count > 1 else { return [] }
    let marks = zip(result.front.indices, result.front).map { index, point in
      BenchPage.Point(
        x: point.costs[0], y: point.costs[1], name: "point \(index + 1)",
        text: (point.summary.map { "# \(TuningText.figures($0))\n" } ?? "")
          + (index < points.count ? points[index] : ""))
    }
    return [
      BenchPage.Part(
        "Front", notes: ["Costs relative to the settings before, which have 1."], x: names[0],
        y: names[1],
        series: [
          BenchPage.Series("front", isJoined: true, marks),
          BenchPage.Series("before", [BenchPage.Point(x: 1, y: 1, name: "before")]),
        ])
    ]
  }

  /// The cost along each setting, the most important first.
  private static func sensitivities(_ result: TuningResult) -> [BenchPage.Part] {
    result.sensitivities.filter { $0.span > 0 }.prefix(8).map { setting in
      let marks = zip(setting.values, setting.costs).map { BenchPage.Point(x: $0, y: $1) }
      return BenchPage.Part(
        "Cost along \(setting.key)", x: setting.key, y: "cost",
        series: [BenchPage.Series(setting.key, isJoined: true, marks)], isSmall: true)
    }
  }

  private static func recordings(_ result: TuningResult) -> [BenchPage.Part] {
    guard !result.recordings.isEmpty else { return [] }
    let rows = result.recordings.flatMap { recording in
      [("before", recording.before), ("tuned", recording.tuned)].map { name, score in
        [recording.name, name]
          + RecordingTable.figures.map { figure in
            figure.value(score).map { NumberText.rounded($0, 4) } ?? "-"
          }
      }
    }
    return [
      BenchPage.Part(
        "Recordings", columns: ["recording", "settings"] + RecordingTable.figures.map(\.name),
        rows: rows)
    ]
  }
}
