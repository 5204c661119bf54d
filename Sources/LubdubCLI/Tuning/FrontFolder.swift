/// Writes the points of a Pareto front as files: `front-01.yaml` and so on, and `front.svg`.
enum FrontFolder {
  static func write(_ result: TuningResult, readAs traceKeys: String, to folder: String) throws {
    try makeFolder(at: folder)
    try removeFormer(in: folder)
    let names = result.task.objective.terms.map(\.name)
    for (index, point) in result.front.enumerated() {
      let costs = zip(names, point.costs).map { "\($0) \(NumberText.rounded($1, 4))" }
      let heading =
        [
          "Point \(index + 1) of \(result.front.count) of a front; cost relative to the settings before:",
          costs.joined(separator: ", "),
        ] + (point.summary.map { [TuningText.figures($0)] } ?? [])
      let yaml = try yaml(of: point, result, heading: heading)
      let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
      try writeFile(Array((yaml + traceKeys).utf8), to: "\(folder)/front-\(number).yaml")
    }
    try writeFile(FrontPlot.svg(result.front.map(\.costs), names: names), to: "\(folder)/front.svg")
  }

  private static func removeFormer(in folder: String) throws {
    for name in regularFiles(below: folder) ?? [] {
      let number = name.dropFirst("front-".count).dropLast(".yaml".count)
      let isPoint =
        name.hasPrefix("front-") && name.hasSuffix(".yaml") && !number.isEmpty
        && number.allSatisfy(\.isNumber)
      guard isPoint || name == "front.svg" else { continue }
      try removeFile(at: "\(folder)/\(name)")
    }
  }

  static func yaml(
    of point: TuningResult.FrontPoint, _ result: TuningResult, heading: [String] = []
  ) throws -> String {
    let configuration = try result.configuration(point.values)
    return ConfigurationWriter.write(
      result.settings(of: configuration), of: configuration, heading: heading)
  }
}
