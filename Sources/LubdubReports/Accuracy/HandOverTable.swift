extension HandOverBenchmark.Row {
  fileprivate var figures: [(name: String, value: Double?, decimals: Int)] {
    let ranges = outages.map(\.range)
    let errors = ranges.map(\.rootMeanSquare.value)
    return [
      ("outage RMSE mean m", Statistics.mean(errors), 2),
      ("median m", Statistics.median(errors), 2),
      ("log2 RMS", Statistics.mean(ranges.map(\.logRatio)), 3),
      ("within x2", Statistics.mean(ranges.map(\.withinFactorTwo)), 3),
      ("jump, median m", Statistics.median(outages.map(\.jump.value)), 3),
      ("step, median m", Statistics.median(outages.map(\.step.value)), 3),
      ("95% holds", Statistics.mean(ranges.compactMap(\.coverage)), 3),
      ("width m", Statistics.mean(ranges.compactMap(\.intervalWidth?.value)), 2),
      ("RMSE with UWB m", Statistics.mean(present.map(\.value)), 3),
      ("back, P90 s", Statistics.quantile(0.9, of: outages.compactMap(\.back?.value)), 2),
    ]
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "method": .string(method.rawValue), "outages": .number(Double(outages.count)),
    ]
    for figure in figures { members[figure.name] = .optional(figure.value) }
    return .object(members)
  }
}

extension AccuracyTable {
  static func handOver(_ result: HandOverBenchmark.Result) -> Table {
    let columns = result.rows.first?.figures.map(\.name) ?? []
    let outages = result.rows.first?.outages.count ?? 0
    return Table(
      title: "hand-over",
      notes: ["\(counted(result.traces, "trace")), \(counted(outages, "outage"))"],
      columns: ["method"] + columns,
      rows: result.rows.map { row in
        [row.method.rawValue] + row.figures.map { NumberText.fixed($0.value, $0.decimals) }
      })
  }
}
