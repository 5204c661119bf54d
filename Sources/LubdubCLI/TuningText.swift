import Evaluation
import Lubdub
import Tuning

/// A tuning result in words.
enum TuningText {
  /// What stands above the tuned settings in a file.
  static func heading(_ result: TuningResult) -> [String] {
    var lines = [
      "Tuned by lubdub \(Version.current): objective \(result.task.objective.name), "
        + "budget \(result.task.budget), seed \(result.task.seed),",
      "\(result.task.recordings.count) recordings from \(result.task.datasets.joined(separator: ", ")).",
      "Cost \(number(result.cost)) on what it was tuned on"
        + (result.heldOutCost.map { ", \(number($0)) on held-out recordings" } ?? "")
        + "; the settings before have 1.",
    ]
    lines += result.warnings.map { "Beware: \($0)." }
    return lines
  }

  /// The result for the terminal.
  static func summary(_ result: TuningResult) -> String {
    var text = "objective \(result.task.objective.name), cost relative to the settings before (1)\n"
    for set in result.datasets { text += table(set) }
    let important = result.sensitivities.prefix(5)
    if !important.isEmpty {
      text += "what matters most near the optimum (change of cost):\n"
      for one in important { text += "  \(one.key)  \(number(one.span))\n" }
    }
    if !result.front.isEmpty { text += "front: \(result.front.count) points, see --report\n" }
    return text
  }

  private static func table(_ set: TuningResult.Dataset) -> String {
    let head = "\(set.name), \(set.recordings) recordings: cost \(number(set.tunedCost)) tuned"
    let held = set.heldOutCost.map { ", \(number($0)) held out" } ?? ""
    var rows: [(String, Summary)] = [("before", set.defaults), ("tuned", set.tuned)]
    if let summary = set.heldOut { rows.append(("held out", summary)) }
    rows += set.baselines.map { ($0.estimator.rawValue, $0.summary) }
    let measures = Measure.allCases.filter { $0 != .cost }
    let names = ["  "] + measures.map(\.rawValue)
    let cells =
      [names]
      + rows.map { name, summary in
        ["  " + name] + measures.map { number(summary[$0]) }
      }
    let widths = names.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let lines = cells.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    return ([head + held] + lines).joined(separator: "\n") + "\n"
  }

  private static func number(_ value: Double) -> String {
    let scaled = (value * 10000).rounded() / 10000
    return Setting.text(scaled)
  }
}
