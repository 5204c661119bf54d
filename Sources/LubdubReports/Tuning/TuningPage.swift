package enum TuningPage {
  /// A page that begins with the findings about the recordings. `rows` contains the settings of each offer of each group.
  package static func page(
    _ result: TuningResult, points: [String], settings: String, rows: [[String]] = [],
    findings: [String] = []
  ) -> BenchPage {
    let heading = TuningText.heading(result)
    let advice = TuningAdvice(result)
    let costs = result.datasets.isEmpty ? [] : [table("Costs", TuningText.overview(result))]
    let offers = zip(result.groups, rows).filter { $0.0.rows.count > 1 }.map { group, texts in
      let cells = TuningText.rows(group)
      return BenchPage.Part(
        "Settings to choose from", columns: cells[0], rows: Array(cells.dropFirst()), texts: texts)
    }
    let changed = TuningText.changes(result)
    let columns = ["setting", "before", "tuned"]
    let changes =
      changed.isEmpty ? [] : [BenchPage.Part("Changed settings", columns: columns, rows: changed)]
    let measures = result.datasets.map { table("Measures: \($0.name)", TuningText.measures($0)) }
    let recordings =
      result.recordings.isEmpty ? [] : [RecordingTable.part(result.recordings, decimals: 4)]
    return BenchPage(
      "Tuned for \(result.task.objective.name)", notes: findings,
      [.advice(advice.sentences, text: result.isAdvised ? settings : nil)] + offers + costs
        + front(result, points) + changes
        + sensitivities(result) + trials(result) + measures + recordings + [
          BenchPage.Part(
            "About this search",
            notes: [heading.prefix(2).joined(separator: " ")] + heading.dropFirst(2))
        ])
  }

  private static func table(_ title: String, _ rows: [[String]]) -> BenchPage.Part {
    BenchPage.Part(title, columns: rows.first ?? [], rows: Array(rows.dropFirst()))
  }

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
        "Front", notes: ["Costs are relative to the settings before, whose cost is 1."],
        x: names[0],
        y: names[1],
        series: [
          BenchPage.Series("front", isJoined: true, marks),
          BenchPage.Series("before", [BenchPage.Point(x: 1, y: 1, name: "before")]),
        ])
    ]
  }

  private static func sensitivities(_ result: TuningResult) -> [BenchPage.Part] {
    result.sensitivities.filter { $0.span > 0 }.prefix(8).map { setting in
      let marks = zip(setting.values, setting.costs).map { BenchPage.Point(x: $0, y: $1) }
      return costs("Cost", along: setting.key, isJoined: true, marks)
    }
  }

  private static func costs(
    _ what: String, along key: String, isJoined: Bool = false, _ marks: [BenchPage.Point]
  ) -> BenchPage.Part {
    BenchPage.Part(
      "\(what) along \(key)", x: key, y: "cost",
      series: [BenchPage.Series(key, isJoined: isJoined, marks)], isSmall: true)
  }

  private static let mostPictures = 6
  private static let mostMarks = 250

  /// The importance of settings, from all candidates of a search.
  private static func trials(_ result: TuningResult) -> [BenchPage.Part] {
    guard let first = result.importances.first else { return [] }
    let rows = result.importances.map { [$0.key, "\(NumberText.rounded(100 * $0.share, 1))"] }
    let table = BenchPage.Part(
      "Influence of the settings",
      notes: [
        "From \(first.candidates.count) candidates that were tried on all recordings: the share of the differences in cost "
          + "that the value of each setting explains."
      ], columns: ["setting", "share, %"], rows: rows)
    return [table]
      + result.importances.filter { $0.share > 0 }.prefix(mostPictures).map { setting in
        let count = setting.candidates.count
        let shown = stride(from: 0, to: count, by: max(1, (count + mostMarks - 1) / mostMarks))
        let marks = shown.map { place in
          BenchPage.Point(x: setting.candidates[place].value, y: setting.candidates[place].cost)
        }
        return costs("Candidates", along: setting.key, marks)
      }
  }
}
