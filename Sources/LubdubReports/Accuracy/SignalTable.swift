package enum SignalTable {
  package static func text(_ group: SoundingBenchmark.Group) -> String {
    let hasTruth = group.rows.contains { $0.rootMeanSquare != nil }
    var head = ["method"] + group.labels.map { "RMSE \($0) m" }
    head += hasTruth ? ["RMSE m", "P50 m", "P95 m", ">2 m or none"] : ["median m", "sd m"]
    head.append("none")
    let rows = group.rows.map { row -> [String] in
      var cells = [row.method.rawValue]
      cells += group.labels.map { NumberText.fixed(row.labelled[$0], 2) }
      cells +=
        hasTruth
        ? [
          NumberText.fixed(row.rootMeanSquare, 2), NumberText.fixed(row.median, 2),
          NumberText.fixed(row.percentile95, 2), percent(row.beyondTwoMeters),
        ] : [NumberText.fixed(row.middle), NumberText.fixed(row.deviation)]
      cells.append("\(row.missing)")
      return cells
    }
    let conditions = group.conditions.isEmpty ? "" : ", \(group.conditions)"
    let isPart = group.known > 0 && group.known < group.procedures
    let title =
      "\(group.dataset)\(conditions): \(counted(group.procedures, "procedure"))"
      + (isPart ? ", scored on the \(group.known) with truth" : "")
    return TextTable.titled(title, [head] + rows)
  }

  package static func text(_ reliability: ArrivalReliability) -> String {
    let head = ["tenth by confidence", "error < 1 m stated", "true"]
    let rows = reliability.tenths.enumerated().map { number, tenth in
      ["\(number + 1)", NumberText.fixed(tenth.stated, 2), NumberText.fixed(tenth.held, 2)]
    }
    let title =
      "confidence of arrival: 0.9 or more stated by \(percent(reliability.sure)), "
      + "true of \(percent(reliability.sureHeld)); largest gap \(NumberText.fixed(reliability.gap, 2)); "
      + "90% interval holds \(percent(reliability.intervalHeld)), "
      + "median width \(NumberText.fixed(reliability.intervalWidth.value, 2)) m"
    return TextTable.titled(title, [head] + rows)
  }

  package static func text(_ result: FirstPathBenchmark.Result) -> String {
    let head =
      ["first path", "factor"] + result.labels.map { "RMSE \($0) m" }
      + ["RMSE m", "P95 m", "jitter cm", "none"]
    let rows = result.rows.map { row in
      [row.factor == nil ? "device" : "half-of-first-peak", row.factor.map { "\($0)" } ?? "-"]
        + result.labels.map { NumberText.fixed(row.labelled[$0]) } + [
          NumberText.fixed(row.rootMeanSquare), NumberText.fixed(row.percentile95),
          NumberText.fixed(row.jitter.map { $0 * 100 }, 1), "\(row.missing)",
        ]
    }
    let title = "ultra-wideband: \(counted(result.exchanges, "exchange"))"
    return TextTable.titled(title, [head] + rows)
  }

  package static func text(_ rows: [NLOSBenchmark.Row]) -> String {
    let head = ["bias by", "RMSE m", "95% holds", "width m", "halves: RMSE m"]
    let cells = rows.map { row in
      [row.bias.rawValue]
        + [row.rootMeanSquare, row.coverage, row.width, row.halves].map { NumberText.fixed($0) }
    }
    let title = "added length of blocked paths, learned on the other recordings"
    return TextTable.titled(title, [head] + cells)
  }

  private static func percent(_ share: Double?) -> String {
    NumberText.fixed(share.map { $0 * 100 }, 1) + "%"
  }

  package static var legend: String {
    ToneMethod.allCases.map { "  \($0.rawValue): \($0.summary)\n" }.joined()
  }
}
