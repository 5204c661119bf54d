struct BenchZonesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones", abstract: "Show the trade-off between delay and false changes of zones.",
    discussion: """
      Runs many zone rules over the answers of the estimators, on recordings with truth_m. For each set and radio \
      it prints the rules that no other rule of the same estimator beats. Columns are false and missed changes, the \
      delay of followed ones, and changes of a device that rests on an edge. docs/results/zones.md has examples.

      Examples:
        lubdub bench zones recordings/
        lubdub bench zones recordings/ -o zones.csv -o zones.svg
        lubdub bench zones recordings/ --edges 0.05,0.2,1,2 \\
          --set zones.range.halfBand=0.2
      """)

  @Argument(help: ArgumentHelp("Traces with truth_m, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<Files>
  @OptionGroup var taken: RecordingOptions

  @Option(
    help: ArgumentHelp(
      "Estimator to score. May be repeated. The default is all estimators.", valueName: "name"))
  var estimator: [EstimatorKind] = []

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp("Source of the calibration, as in 'bench accuracy'.", valueName: "name"))
  var source = CalibrationProtocol.leaveOneOut

  @Option(
    help: ArgumentHelp(
      """
      Edges of the zones, in meters, such as 0.05,0.2,1,2. May be repeated, for one table each. The \
      default is the edges of the settings, and 0.5,1,2,4,8 as a second table.
      """, valueName: "meters"))
  var edges: [String] = []

  @Option(
    help: ArgumentHelp(
      "Preset with the default edges and rules. It omits the second table.", valueName: "name"))
  var preset: Preset?

  @Option(
    help: ArgumentHelp(
      "YAML file with the default edges and rules. May be repeated.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: [String] = []

  @Option(
    name: .customLong("set"),
    help:
      ArgumentHelp(
        "Set one setting, such as zones.range.falseChangeInterval=60. May be repeated.",
        valueName: "key=value")
  )
  var settings: [String] = []

  @OptionGroup(title: "Traces and logs") var reading: LogOptions

  enum Files: OutputKinds { static let kinds = [OutputKind.table, .page, .plot] }

  @OptionGroup(title: "Truth") var truth: TruthOptions

  /// The edges for comparison with earlier results, which divide rooms and streets as usual.
  private static let wide: [Meters] = [0.5, 1, 2, 4, 8]

  func run() throws {
    var files = try outputs.checked(beside: traces)
    let (recordings, findings) = try reading.loader(config, taken).withTruth(traces)
    let configuration = try ConfigurationOptions.resolve(config, settings, preset: preset)
    let reports = try ProgressBar.shown { update in
      try wanted(configuration).map { edges in
        var benchmark = try ZoneBenchmark(edges: edges)
        let isOwn = edges.count == configuration.zones.edges.count
        if isOwn {
          benchmark.range = configuration.zones.range
          benchmark.rssi = configuration.zones.rssi
          benchmark.wide = configuration.zones.wide
        }
        if !estimator.isEmpty { benchmark.estimators = estimator }
        benchmark.source = source
        benchmark.truthShift = truth.shift
        benchmark.workers = taken.workers
        return try benchmark.run(recordings, progress: update)
      }
    }
    guard reports.contains(where: { $0.groups.contains { $0.rows.contains(where: \.isScored) } })
    else {
      throw CommandFailure(
        "no estimator has a zone at a row with truth_m, so there is nothing to score")
    }
    TruthOptions.note(reports.first?.offsets ?? [])
    let tables = reports.map { ZoneTable($0) }
    try files.write(.table) { Array(ZoneTable.csv(reports).utf8) }
    try files.write(.page) { try ZoneTable.page(reports, findings: findings).html }
    if let first = reports.first { try files.write(.plot) { ZoneTradePlot(first).bytes } }
    try files.print(tables.map(\.text).joined(separator: "\n"))
  }

  private func wanted(_ configuration: Configuration) throws -> [[Meters]] {
    guard edges.isEmpty else { return try edges.map { try meters($0, option: "--edges") } }
    return [configuration.zones.edges] + (preset == nil ? [Self.wide] : [])
  }
}

func meters(_ list: String, option: String) throws -> [Meters] {
  try list.split(separator: ",").map { part in
    guard let number = Double(part) else {
      throw ValidationError("\(option): \"\(part)\" is not a number")
    }
    return Meters(number)
  }
}
