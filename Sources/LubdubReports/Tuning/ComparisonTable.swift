internal import Lubdub
package import LubdubBench

/// Two settings on the same recordings, for a terminal and as a page.
package struct ComparisonTable: Sendable {
  private let comparison: PairedComparison
  private let names: (String, String)
  private let recordings: [String]
  private let scores: [[Score]]
  private let clocks: [String]

  package init(
    _ comparison: PairedComparison, names: (String, String), recordings: [String],
    _ scores: [[Score]], clocks: [String] = []
  ) {
    self.clocks = clocks
    self.comparison = comparison
    self.names = names
    self.recordings = recordings
    self.scores = scores
  }

  /// The verdicts, and the main figures of each recording side by side.
  package var text: String {
    var each = [
      ["recording"] + Self.figures.flatMap { [$0.name, ""] } + ["changed most"]
    ]
    for (name, pair) in zip(recordings, scores) {
      let figures = Self.figures.flatMap { figure in pair.map { Self.number(figure.value($0)) } }
      each.append([name] + figures + [Self.changedMost(pair)])
    }
    return Self.lines([heading] + verdicts) + notes.map { $0 + "\n" }.joined() + "\n"
      + Self.lines(each)
  }

  /// The verdicts, every figure of each recording, and the recordings as marks.
  package var page: BenchPage {
    let rows = zip(recordings, scores).flatMap { name, pair in
      zip([names.0, names.1], pair).map { settings, score in
        [name, settings] + RecordingTable.figures.map { Self.number($0.value(score)) }
      }
    }
    return BenchPage(
      "\(names.0) and \(names.1)", notes: notes,
      [
        .advice([advice]),
        BenchPage.Part("Verdicts", columns: heading, rows: verdicts),
        chart("Wrong zone, share of the time") { $0.wrongShare },
        chart("Mean delay of changes, s") { $0.meanDelay },
        BenchPage.Part(
          "Recordings", columns: ["recording", "settings"] + RecordingTable.figures.map(\.name),
          rows: rows),
      ])
  }

  /// The figures of each recording, and the least difference that matters in each.
  private static let figures: [(name: String, grain: Double, value: @Sendable (Score) -> Double?)] =
    [
      ("RMSE m", 0.01, { $0.rootMeanSquare }), ("wrong zone", 0.01, { $0.wrongShare }),
      ("false/min", 0.2, { $0.falsePerMinute }), ("missed", 0.02, { $0.missedShare }),
      ("delay s", 0.1, { $0.meanDelay }), ("coverage", 0.02, { $0.intervals?.coverage }),
      ("width m", 0.02, { $0.intervals?.meanWidth }),
    ]

  /// The figure that changed by the largest share of what it was, its grain on top; `-` where none did.
  static func changedMost(_ pair: [Score]) -> String {
    let changes = figures.compactMap { figure -> (size: Double, text: String)? in
      guard let first = figure.value(pair[0]), let second = figure.value(pair[1]),
        first != second
      else { return nil }
      let share = (second - first).magnitude / (figure.grain + first.magnitude)
      return (share, "\(figure.name) \(number(first)) to \(number(second))")
    }
    return changes.max { $0.size < $1.size }?.text ?? "-"
  }

  private func chart(_ title: String, _ value: (Score) -> Double?) -> BenchPage.Part {
    let points = zip(recordings, scores).compactMap { name, pair in
      value(pair[0]).flatMap { first in
        value(pair[1]).map { BenchPage.Point(x: first, y: $0, name: name) }
      }
    }
    let most = points.flatMap { [$0.x, $0.y] }.max() ?? 1
    let same = [BenchPage.Point(x: 0, y: 0), BenchPage.Point(x: most, y: most)]
    return BenchPage.Part(
      title, notes: ["Less is better: a recording below the line is better with \(names.1)."],
      x: names.0,
      y: names.1,
      series: [
        BenchPage.Series("recordings", points), BenchPage.Series("the same", isJoined: true, same),
      ])
  }

  /// Which of the two to take.
  private var advice: String {
    func measures(_ verdict: PairedComparison.Verdict) -> String {
      comparison.lines.filter { $0.verdict == verdict }.map { $0.measure?.rawValue ?? "cost" }
        .joined(separator: ", ")
    }
    switch (measures(.better), measures(.worse)) {
    case ("", ""):
      return "Keep \(names.0): \(counted(recordings.count, "recording")) show no difference."
    case (let better, ""):
      return "Take \(names.1): it is better in \(better), and worse in nothing."
    case ("", let worse):
      return "Keep \(names.0): \(names.1) is worse in \(worse), and better in nothing."
    case (let better, let worse):
      return "Choose by what matters: \(names.1) is better in \(better), and worse in \(worse)."
    }
  }

  private var notes: [String] {
    clocks
      + (recordings.count > 1 ? [] : ["a single recording gives no interval: nothing is decided"])
  }

  private var heading: [String] {
    ["measure", names.0, names.1, "difference, 95 %", "\(names.1) is"]
  }

  private var verdicts: [[String]] {
    comparison.lines.map { line in
      let interval = line.difference.map {
        "\(Self.number($0.lowerBound)) to \(Self.number($0.upperBound))"
      }
      return [
        line.measure.map { "\($0.rawValue) (\($0.unit))" } ?? "cost (balanced)",
        Self.number(line.first),
        Self.number(line.second), interval ?? "-", line.verdict.rawValue,
      ]
    }
  }

  private static func lines(_ rows: [[String]]) -> String {
    TextTable.lines(rows).map { line in
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return line[..<end] + "\n"
    }.joined()
  }

  private static func number(_ value: Double) -> String { NumberText.rounded(value, 3) }

  private static func number(_ value: Double?) -> String {
    value.map { NumberText.rounded($0, 3) } ?? "-"
  }
}
