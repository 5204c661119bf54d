package struct ComparisonTable: Sendable {
  private let comparison: PairedComparison
  private let names: (String, String)
  private let recordings: [String]
  private let scores: [[Score]]
  private let notes: [String]
  private let fitted: Set<String>
  private let withheld: String?

  package init(
    _ comparison: PairedComparison, names: (String, String), recordings: [String],
    _ scores: [[Score]], clocks: [String] = [], fitted: Set<String> = [], withheld: String? = nil
  ) {
    (self.comparison, self.names, self.recordings) = (comparison, names, recordings)
    (self.scores, notes, self.fitted, self.withheld) = (scores, clocks, fitted, withheld)
  }

  package var text: String {
    var each = [["recording"] + Self.figures.flatMap { [$0.name, ""] } + ["changed most"]]
    for (name, pair) in zip(recordings, scores) {
      let figures = Self.figures.flatMap { figure in pair.map { Self.number(figure.value($0)) } }
      each.append([name] + figures + [Self.changedMost(pair)])
    }
    return advice.map { $0 + "\n" }.joined() + "\n" + TextTable.text([heading] + verdicts)
      + notes.map { $0 + "\n" }.joined() + "\n" + TextTable.text(each)
  }

  /// A page that begins with the findings about the recordings.
  package func page(findings: [String]) -> BenchPage {
    let rows = zip(recordings, scores).flatMap { name, pair in
      zip([names.0, names.1], pair).map { (name, $0, $1) }
    }
    return BenchPage(
      "\(names.0) and \(names.1)", notes: findings + notes,
      [
        .advice(advice), BenchPage.Part("Verdicts", columns: heading, rows: verdicts),
        chart("Wrong zone, share of the time") { $0.wrongShare },
        chart("Mean delay of changes, s") { $0.meanDelay },
        RecordingTable.part(rows, decimals: 3),
      ])
  }

  private static let figures: [(name: String, grain: Double, value: @Sendable (Score) -> Double?)] =
    [
      ("RMSE m", 0.01, { $0.rootMeanSquare }), ("wrong zone", 0.01, { $0.wrongShare }),
      ("no zone", 0.01, { $0.withoutShare }), ("false/min", 0.2, { $0.falsePerMinute }),
      ("missed", 0.02, { $0.missedShare }),
      ("delay s", 0.1, { $0.meanDelay }), ("coverage", 0.02, { $0.intervals?.coverage }),
      ("width m", 0.02, { $0.intervals?.meanWidth }),
    ]

  /// The figure with the largest change relative to its first value plus its grain; `-` if no figure changed.
  static func changedMost(_ pair: [Score]) -> String {
    let changes = figures.compactMap { figure -> (size: Double, text: String)? in
      guard let first = figure.value(pair[0]), let second = figure.value(pair[1]), first != second
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
      title, notes: ["Less is better."], x: names.0, y: names.1,
      series: [
        BenchPage.Series("recordings", points), BenchPage.Series("the same", isJoined: true, same),
      ], hint: "A recording below the line is better with \(names.1).")
  }

  private var advice: [String] {
    losses(comparison.losses, with: names.1) + losses(comparison.lossesOfFirst, with: names.0)
      + narrowness + [
        ComparisonAdvice(comparison, names, fitted: fitted, withheld: withheld).sentence.visible,
        "The recordings: \(counted(comparison.sessions, "session")) with "
          + "\(counted(comparison.trueChanges, "change")) of the true zone."
          + (comparison.measures(.unmeasured).contains(.restChanges)
            ? " No recording rests for half a minute, so the calm of the zones at rest is not measured."
            : ""),
      ]
  }

  /// A warning about intervals that contain the truth less often than stated. The warning states the shares of truths that
  /// the intervals contain with the second settings and with the first settings.
  private var narrowness: [String] {
    let held = [0, 1].map { place in
      scores.compactMap { $0[place].intervals }.reduce(into: (held: 0.0, answers: 0.0)) {
        $0 = ($0.held + $1.held, $0.answers + $1.answers)
      }
    }
    guard held.allSatisfy({ $0.answers > 0 }) else { return [] }
    let (first, second) = (held[0].held / held[0].answers, held[1].held / held[1].answers)
    guard second < 0.9, second < first - 0.05 else { return [] }
    return [
      "The 95% interval contains the truth for \(NumberText.percent(second)) of the answers with \(names.1.visible), and "
        + "for \(NumberText.percent(first)) with \(names.0.visible)."
    ]
  }

  private func losses(
    _ losses: [(loss: PairedComparison.Loss, recordings: [Int])], with name: String
  ) -> [String] {
    losses.map { loss, places in
      let shown = places.prefix(3).map { recordings[$0].visible }.joined(separator: ", ")
      let more = places.count > 3 ? ", …" : ""
      return "With \(name.visible) \(loss.rawValue) in \(places.count) of "
        + "\(counted(recordings.count, "recording")): \(shown)\(more)."
    }
  }

  private var heading: [String] {
    ["measure", names.0, names.1, "difference, 95%", "\(names.1) is"]
  }

  private var verdicts: [[String]] {
    comparison.lines.map { line in
      let interval = line.difference.map {
        "\(Self.number($0.lowerBound)) to \(Self.number($0.upperBound))"
      }
      return [
        line.measure.map { "\($0.rawValue) (\($0.unit))" } ?? "cost (balanced)",
        Self.number(line.first), Self.number(line.second), interval ?? "-", line.verdict.rawValue,
      ]
    }
  }

  private static func number(_ value: Double?) -> String {
    value.map { NumberText.rounded($0, 3) } ?? "-"
  }
}
