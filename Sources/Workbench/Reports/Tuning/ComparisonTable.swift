package import Tuning

/// Two settings on the same recordings, for a terminal and as a page.
package struct ComparisonTable: Sendable {
  private let comparison: PairedComparison
  private let names: (String, String)
  private let recordings: [String]
  private let scores: [[Score]]

  /// - Parameters:
  ///   - comparison: What the recordings show.
  ///   - names: What the two are called.
  ///   - recordings: The names of the recordings.
  ///   - scores: Both scores of each recording.
  package init(
    _ comparison: PairedComparison, names: (String, String), recordings: [String],
    _ scores: [[Score]]
  ) {
    self.comparison = comparison
    self.names = names
    self.recordings = recordings
    self.scores = scores
  }

  /// The verdicts, and the main figures of each recording side by side.
  package var text: String {
    var each = [["recording", "wrong zone", "", "false/min", "", "delay s", ""]]
    for (name, pair) in zip(recordings, scores) {
      each.append([
        name, Self.number(pair[0].wrongShare), Self.number(pair[1].wrongShare),
        Self.number(pair[0].falsePerMinute), Self.number(pair[1].falsePerMinute),
        Self.number(pair[0].meanDelay), Self.number(pair[1].meanDelay),
      ])
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
        BenchPage.Part("Verdicts", columns: heading, rows: verdicts),
        chart("Wrong zone, share of the time") { $0.wrongShare },
        chart("Mean delay of changes, s") { $0.meanDelay },
        BenchPage.Part(
          "Recordings", columns: ["recording", "settings"] + RecordingTable.figures.map(\.name),
          rows: rows),
      ])
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
      title, notes: ["Below the line, \(names.1) is better."], x: names.0, y: names.1,
      series: [
        BenchPage.Series("recordings", points), BenchPage.Series("the same", isJoined: true, same),
      ])
  }

  private var notes: [String] {
    recordings.count > 1 ? [] : ["a single recording gives no interval: nothing is decided"]
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
        "\(line.measure.rawValue) (\(line.measure.unit))", Self.number(line.first),
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
