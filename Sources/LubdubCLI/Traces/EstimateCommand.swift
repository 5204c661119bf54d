struct EstimateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "estimate",
    abstract: "Write the filtered distance, one row for each accepted sample.",
    discussion: """
      Columns: t_s; range_m (median of the estimate); sigma_m (standard deviation) with its parts noise_m and \
      calibration_m. Then low_m and high_m (95% interval), velocity_mps (positive: apart), source, status, and zone. \
      Fields without a value are empty.

      Examples:
        lubdub estimate walk.csv -o walk.est.csv
        lubdub estimate walk.csv --set estimator=one-euro | head
        lubdub estimate walk.csv --smooth -o walk.smooth.csv
      """)

  @OptionGroup(title: "Outputs") var outputs: OutputOptions<TableOnly>
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions

  @OptionGroup var input: TraceOptions

  @Flag(help: "Also use later samples: the offline estimate of a whole recording, without zones.")
  var smooth = false

  func validate() throws {
    try expect(
      !smooth || !settings.settings.contains(where: { $0.hasPrefix("estimator=") }),
      "--smooth has its own estimator; leave out --set estimator")
  }

  func run() throws {
    guard input.paths == [input.trace] else {
      return try TraceOptions.forEach(input.traces, writes: true) { path, name in
        var one = self
        one.input.traces = [path]
        if let name { one.outputs = try outputs.named(after: name, orOutput: true) }
        try one.run()
      }
    }
    let configuration = try settings.resolve {
      try input.reading.link(of: input.trace, settings.config)
    }
    var files = try outputs.checked(beside: [input.trace] + settings.config, orOutput: true)
    if smooth { return try runSmoother(configuration, to: &files) }
    let trace = TraceInput(
      path: input.trace,
      options: try input.reading.readOptions(settings.config, zones: configuration.zones),
      configuration: configuration)
    let table = try files.open()
    let reading = try trace.read {
      try table.startOver()
      return (
        run: try PipelineRun(configuration),
        table: EstimateTable(zoneNames: configuration.zones.names)
      )
    } _: { estimates, block, isSettled in
      if isSettled { try table.release() }
      for record in block {
        estimates.run.process(record.sample) { _ in }
        let answer = estimates.run.answer()
        estimates.table.add(answer.estimate, at: record.sample.time, zone: answer.zone)
      }
      if estimates.table.bytes.count > 1 << 16 { try table.write(estimates.table.take()) }
    }
    var estimates = reading.state
    try reading.report.requireRows(of: input.trace)
    try table.write(estimates.table.take())
    try table.commit()
    reading.show(as: trace.name, learned: estimates.run.learned.rangeDeviation)
  }

  private func runSmoother(_ configuration: Configuration, to files: inout Outputs) throws {
    let options = try input.reading.readOptions(settings.config, zones: configuration.zones)
    let trace = TraceInput(path: input.trace, options: options)
    let (records, report) = try trace.readAll()
    try report.requireRows(of: input.trace)
    let samples = records.map(\.sample)
    let estimates = ElapsedTime.shown("smoothing") {
      FixedIntervalSmoother(parameters: configuration.ranging).smooth(samples)
    }
    var table = EstimateTable(zoneNames: configuration.zones.names)
    for estimate in estimates { table.add(estimate, at: estimate.time, zone: nil) }
    try files.write(.table) { table.take() }
    Console.show(report.findings, of: trace.name)
  }
}
