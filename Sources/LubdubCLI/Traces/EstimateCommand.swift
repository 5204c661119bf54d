#if Tool
import ArgumentParser
import Lubdub
import LubdubBench
import LubdubGround
import LubdubReports
import LubdubTraces

/// `lubdub estimate`
struct EstimateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "estimate",
    abstract: "The filtered distance, one row for each accepted sample.",
    discussion: """
      Columns: t_s, range_m (posterior median), sigma_m (standard deviation) and its two parts \
      noise_m (short-term error) and calibration_m, low_m and high_m (95 % interval), velocity_mps \
      (positive: apart), source, status, zone. Fields without a value are empty.

      Examples:
        lubdub estimate walk.csv -o walk.est.csv
        lubdub estimate walk.csv --estimator one-euro | head
        lubdub estimate walk.csv --smooth -o walk.smooth.csv
      """)

  @OptionGroup var input: TraceOptions
  @OptionGroup(title: "Settings") var settings: ConfigurationOptions

  @Option(
    name: .shortAndLong, help: "The table to write; - is standard output.",
    completion: .file(extensions: ["csv"]))
  var output = "-"

  @Flag(help: "Use what came later, too: the offline estimate of a whole recording, without zones.")
  var smooth = false

  func validate() throws {
    try input.requireOneLink()
    guard !smooth || settings.estimator == nil else {
      throw ValidationError("--smooth is an estimator of its own; leave out --estimator")
    }
  }

  func run() throws {
    guard input.paths == [input.trace] else {
      return try input.forEachTrace { path, name in
        var one = self
        one.input.traces = [path]
        if let name { one.output = try OutputPaths.path(output, namedAfter: name) }
        try one.run()
      }
    }
    let configuration = try settings.resolve {
      try input.reading.link(of: input.trace, settings.config)
    }
    try OutputPaths.check([output], beside: [input.trace] + settings.config)
    try OutputPaths.requireEnding(output, option: "--output", "csv")
    if smooth { return try runSmoother(configuration) }
    let trace = TraceInput(path: input.trace, options: try input.readOptions(settings.config))
    var file = try OutputFile(path: output)
    var table = EstimateTable(zoneNames: configuration.zones.names)
    var run = try PipelineRun(configuration)
    let report = try trace.forEachBlock { block in
      for record in block {
        run.process(record.sample) { _ in }
        table.add(run.estimate, at: record.sample.time, zone: run.zone)
      }
      if table.bytes.count > 1 << 16 { try file.write(table.take()) }
    }
    try report.requireRows(of: input.trace)
    try file.write(table.take())
    try file.commit()
    if let note = run.receptions.noteOnNegativeRanges { Console.note(note) }
    for line in report.rejectionLines + report.warnings { Console.note(line) }
  }

  private func runSmoother(_ configuration: Configuration) throws {
    let options = try input.readOptions(settings.config)
    let (records, report) = try TraceInput(path: input.trace, options: options).readAll()
    try report.requireRows(of: input.trace)
    let samples = records.map(\.sample)
    let estimates = ElapsedTime.shown("smoothing") {
      FixedIntervalSmoother(parameters: configuration.ranging).smooth(samples)
    }
    var table = EstimateTable(zoneNames: configuration.zones.names)
    for estimate in estimates {
      table.add(estimate, at: estimate.time, zone: nil)
    }
    try writeFile(table.take(), to: output)
    for line in report.rejectionLines + report.warnings { Console.note(line) }
  }
}
#endif
