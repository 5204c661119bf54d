package import Tuning

/// Two settings on the same recordings, as text.
package enum ComparisonTable {
  /// The verdicts, and the main figures of each recording side by side.
  ///
  /// - Parameters:
  ///   - comparison: What the recordings show.
  ///   - names: What the two are called.
  ///   - recordings: The names of the recordings.
  ///   - scores: Both scores of each recording.
  /// - Returns: Lines for a terminal.
  package static func text(
    _ comparison: PairedComparison, names: (String, String), recordings: [String],
    _ scores: [[Score]]
  ) -> String {
    var rows = [["measure", names.0, names.1, "difference, 95 %", "\(names.1) is"]]
    for line in comparison.lines {
      let interval = line.difference.map {
        "\(number($0.lowerBound)) to \(number($0.upperBound))"
      }
      rows.append([
        "\(line.measure.rawValue) (\(line.measure.unit))", number(line.first), number(line.second),
        interval ?? "-", line.verdict.rawValue,
      ])
    }
    var each = [["recording", "wrong zone", "", "false/min", "", "delay s", ""]]
    for (name, pair) in zip(recordings, scores) {
      each.append([
        name, number(pair[0].wrongShare), number(pair[1].wrongShare),
        number(pair[0].falsePerMinute), number(pair[1].falsePerMinute),
        number(pair[0].meanDelay), number(pair[1].meanDelay),
      ])
    }
    let note =
      recordings.count > 1 ? "" : "a single recording gives no interval: nothing is decided\n"
    return lines(rows) + note + "\n" + lines(each)
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
