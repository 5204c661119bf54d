import ArgumentParser
import Evaluation
import FileIO
import Quantities
import Ranging
import Reports

/// `lubdub bench zones`
struct BenchZonesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "Show what quick zones cost in calm.",
    discussion: """
      Runs many zone rules over the answers of the estimators, on recordings with truth_m, and prints
      for each set and radio the rules that no other rule of the same estimator beats: false and
      missed changes against the delay of those that are followed, and changes of a device that rests
      on an edge. docs/zones.md reads the result.

      EXAMPLES
        lubdub bench zones recordings/
        lubdub bench zones recordings/ --csv zones.csv --plot zones.svg
      """)

  @Argument(help: ArgumentHelp("Traces with truth_m, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup var reading: LogOptions

  @Option(help: "An estimator to score; may be repeated. Without it, all are.")
  var estimator: [EstimatorKind] = []

  @Option(
    name: .customLong("protocol"),
    help: "Where the calibration comes from, as in 'bench accuracy'.")
  var source = CalibrationProtocol.leaveOneOut

  @Option(help: "Where to write every rule as CSV.")
  var csv: String?

  @Option(help: "Where to draw the trade as SVG.")
  var plot: String?

  func run() throws {
    let (recordings, notes) = try reading.loader().recordings(in: traces)
    for note in notes { Console.note(note) }
    guard !recordings.isEmpty else {
      throw ValidationError("no recording with truth_m in \(traces.joined(separator: ", "))")
    }
    var benchmark = try ZoneBenchmark()
    if !estimator.isEmpty { benchmark.estimators = estimator }
    benchmark.source = source
    let report = try benchmark.run(recordings)
    let table = ZoneTable(report)
    if let csv { try writeFile(Array(table.csv.utf8), to: csv) }
    if let plot { try writeFile(ZoneTradePlot(report).bytes, to: plot) }
    try writeFile(Array(table.text.utf8), to: "-")
  }
}
