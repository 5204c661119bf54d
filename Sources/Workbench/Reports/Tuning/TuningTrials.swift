internal import Tuning

/// Which settings matter, by all candidates that a search has tried.
enum TuningTrials {
  /// Settings that are drawn.
  private static let mostPictures = 6
  /// Marks in a picture.
  private static let mostMarks = 250

  /// A table of all settings, and a picture of each of the most important ones.
  static func parts(_ result: TuningResult) -> [BenchPage.Part] {
    guard let first = result.importances.first else { return [] }
    let rows = result.importances.map {
      [$0.key, "\(NumberText.rounded(100 * $0.share, 1))"]
    }
    let table = BenchPage.Part(
      "Which settings matter",
      notes: [
        "By \(first.candidates.count) candidates that were tried on all recordings: the share of the differences in cost "
          + "that goes with the value of each setting."
      ], columns: ["setting", "share, %"], rows: rows)
    return [table]
      + result.importances.filter { $0.share > 0 }.prefix(mostPictures).map { setting in
        let count = setting.candidates.count
        let shown = stride(from: 0, to: count, by: max(1, (count + mostMarks - 1) / mostMarks))
        return BenchPage.Part(
          "Candidates along \(setting.key)", x: setting.key, y: "cost",
          series: [
            BenchPage.Series(
              setting.key,
              shown.map { place in
                let one = setting.candidates[place]
                return BenchPage.Point(x: one.value, y: one.cost)
              })
          ], isSmall: true)
      }
  }
}
