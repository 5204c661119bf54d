package enum TuningText {
  /// Whether settings were tuned or calibrated on one of these recordings, according to the heading of their file.
  package static func isMade(_ settings: String, from recordings: [Recording]) -> Bool {
    let heading = settings.split(separator: "\n").prefix { $0.hasPrefix("# ") }
    guard let line = heading.first(where: { $0.hasPrefix("# " + madeOf) }) else { return false }
    let digests = Set(line.split(separator: " "))
    return recordings.contains { digests.contains($0.digest[...]) }
  }

  private static let madeOf = "samples: "

  /// The digests of the recordings of settings, for the heading of their file, which `isMade` reads.
  package static func samples(_ digests: [String]) -> String {
    madeOf + digests.joined(separator: " ")
  }

  package static func heading(_ result: TuningResult) -> [String] {
    var lines = [
      "Tuned by lubdub \(Version.current): objective \(result.task.objective.name), "
        + "budget \(result.task.budget), seed \(result.task.seed),",
      "\(counted(result.task.recordings.count, "recording")) from \(result.task.datasets.joined(separator: ", ")).",
      "Cost \(number(result.cost)) on these recordings"
        + (result.heldOutCost.map { ", \(number($0)) held out" } ?? "")
        + "; the cost of the settings before is 1.",
    ]
    lines += TuningAdvice(result).sentences
    lines += result.task.offsets.compactMap(\.sentence).map { "Clock: \($0)." }
    lines += result.warnings.map { "Warning: \($0)." }
    return lines
  }

  /// Whether settings are written automatically: advised settings, and the settings of a whole front, which has no single
  /// best number.
  package static func isWritten(_ result: TuningResult) -> Bool {
    result.isAdvised || result.isComplete && !result.front.isEmpty
  }

  package static func summary(_ result: TuningResult) -> String {
    var text = "objective \(result.task.objective.name), cost relative to the settings before (1)\n"
    if !result.datasets.isEmpty { text += table(overview(result)) }
    for group in result.groups where !group.restarts.isEmpty { text += restarts(group) }
    for set in result.datasets { text += table(measures(set)) }
    for group in result.groups where group.rows.count > 1 {
      text += table(Self.rows(group).map { ["  " + $0[0]] + $0.dropFirst() })
    }
    let changed = changes(result)
    if !changed.isEmpty { text += "changed settings:\n" + table(changed) }
    let idle = result.groups.flatMap(\.idle)
    if !idle.isEmpty {
      text += "without effect, and not searched: \(idle.joined(separator: ", "))\n\n"
    }
    let important = result.sensitivities.prefix(5)
    if !important.isEmpty {
      text += "largest effects near the optimum (change of cost):\n"
      text += table(important.map { [$0.key, number($0.span)] })
    }
    if !result.front.isEmpty { text += table(front(result)) }
    return text + TuningAdvice(result).sentences.map { $0 + "\n" }.joined()
  }

  static func overview(_ result: TuningResult) -> [[String]] {
    var rows = [["data set", "recordings", "true changes", "these recordings", "held out"]]
    for set in result.datasets {
      rows.append([
        set.name, "\(set.recordings)", number(set.defaults.trueChanges), number(set.tunedCost),
        set.heldOutCost.map(number) ?? "-",
      ])
    }
    rows.append([
      "mean", "", "", number(result.cost),
      result.heldOutCost.map(number) ?? "-",
    ])
    return rows
  }

  package static func figures(_ summary: Summary) -> String {
    let missed = summary.value(of: .missedChanges).map(number) ?? "-"
    let coverage = summary.coverage.map(number) ?? "-"
    let width = summary.intervalWidth.map(number) ?? "-"
    return "coverage \(coverage), interval width \(width) m, missed changes \(missed)"
  }

  private static func restarts(_ group: TuningResult.Group) -> String {
    let costs = group.restarts.map(number).joined(separator: ", ")
    return
      "\(radios(group)): best cost with each seed, with a penalty for uncertainty: \(costs)\n\n"
  }

  private static func radios(_ group: TuningResult.Group) -> String {
    group.radios.map(\.rawValue).sorted().joined(separator: " and ")
  }

  /// The results of each offer: held out, with their intervals, and on these recordings.
  static func rows(_ group: TuningResult.Group) -> [[String]] {
    let heading =
      ["\(radios(group)), held out"] + FeltTable.Axis.allCases.map(\.name)
      + FeltTable.Axis.allCases.map { "\($0.name), these recordings" }
    return [heading]
      + group.rows.map { row in
        let left = zip(row.rates.heldOut, row.rates.reach).map { rate, reach in
          rate.map { rate in
            let spread = reach.flatMap { $0 >= 0.0005 ? " ± \(NumberText.rounded($0, 3))" : nil }
            return number(rate) + (spread ?? "")
          } ?? "-"
        }
        return [row.name] + left + row.rates.here.map { $0.map(number) ?? "-" }
      }
  }

  static func measures(_ set: TuningResult.Dataset) -> [[String]] {
    var rows: [(String, Summary)] = [("before", set.defaults), ("tuned", set.tuned)]
    if let tuned = set.heldOut { rows.append(("tuned, held out", tuned)) }
    rows += set.baselines.map { ($0.estimator.name, $0.summary) }
    let measures = Measure.allCases.filter { $0 != .cost }
    let heading = [set.name] + measures.map(\.rawValue) + ["coverage", "width m"]
    return [heading]
      + rows.map { name, summary in
        ["  " + name] + measures.map { summary.value(of: $0).map(number) ?? "-" }
          + [summary.coverage, summary.intervalWidth].map { $0.map(number) ?? "-" }
      }
  }

  static func changes(_ result: TuningResult) -> [[String]] {
    result.task.space.dimensions.compactMap { dimension in
      let before = dimension.target.value(in: result.task.base)
      let after = dimension.target.value(in: result.configuration)
      return before == after ? nil : [dimension.key, text(before), text(after)]
    }
  }

  private static func text(_ value: SettingValue) -> String {
    switch value {
    case .number(let number): NumberText.significant(number, 4)
    case .list(let values): values.map(text).joined(separator: " ")
    case .text(let word): word
    default: "null"
    }
  }

  private static func front(_ result: TuningResult) -> [[String]] {
    let names = result.task.objective.terms.map(\.name)
    return [["front"] + names + ["missed", "coverage", "width m"]]
      + result.front.enumerated().map { index, point in
        let (costs, sum) = (point.costs.map(number), point.summary)
        let others = [sum?.value(of: .missedChanges), sum?.coverage, sum?.intervalWidth]
        return ["  point \(index + 1)"] + costs + others.map { $0.map(number) ?? "-" }
      }
  }

  private static func table(_ rows: [[String]]) -> String { TextTable.text(rows) + "\n" }

  private static func number(_ value: Double) -> String { NumberText.rounded(value, 4) }
}
