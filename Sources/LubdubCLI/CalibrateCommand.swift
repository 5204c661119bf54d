public import ArgumentParser
import Evaluation
import FileIO
import Lubdub
public import Ranging
import Reports
import SettingsYAML

extension RangeBias.Profile: ExpressibleByArgument {}

/// `lubdub calibrate`
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Determine bias, noise and path loss from recordings.",
    discussion: """
      With truth_m in the traces: what the ranges read too long and how that depends on the distance,
      their noise, and the path loss of Bluetooth. Without it but with both radios: the path loss, with
      the ranges in place of truth. Of positions: how many times wider their errors are than they state. Says how sure each value is, and what could not be determined.

      Devices that touch (truth_m 0, or --contact) set the bias so that contact is felt.

      EXAMPLES
        lubdub calibrate pair.csv --contact 12:20 -o pair.yaml
        lubdub calibrate hall/*.csv -o link.yaml
        lubdub run walk.csv --config link.yaml
        lubdub calibrate walk.csv --residuals residuals.csv
      """)

  @Argument(help: ArgumentHelp("Traces, or folders of them.", valueName: "trace"))
  var traces: [String]

  @OptionGroup var reading: LogOptions

  @Option(help: "Bias curve of the radio; without it, the one that fits best is taken.")
  var profile: RangeBias.Profile?

  @Option(
    help: ArgumentHelp(
      "When the devices touch: seconds from the first row of every trace.", valueName: "from:to"))
  var contact: TimeSpan?

  @Option(name: .shortAndLong, help: "Where to write the YAML fragment; - is standard output.")
  var output: String?

  @Option(help: "Where to write the residuals as CSV.")
  var residuals: String?

  func run() throws {
    try OutputPaths.check([output, residuals], beside: traces)
    var loader = try reading.loader()
    loader.needsTruth = false
    let (found, notes) = try loader.recordings(in: traces)
    for note in notes { Console.note(note) }
    let recordings = contact.map { span in found.map { $0.touching(during: span.range) } } ?? found
    let result = CalibrationResult(recordings, profile: profile)
    guard result.ranges != nil || result.signals != nil || result.positions != nil else {
      throw ValidationError(
        "no ranges or positions with truth_m and no Bluetooth rows in the traces")
    }
    let (configuration, settings, refused) = result.settings(
      changing: Preset.default.configuration)
    let table = CalibrationTable.text(result) + refused.map { "not written: \($0)\n" }.joined()
    if output == "-" { Console.write(table, to: .error) } else { try Console.print(table) }
    if let output {
      let heading = ["calibrated on \(recordings.count) recordings"]
      let yaml = ConfigurationWriter.write(settings, of: configuration, heading: heading)
      try writeFile(Array(yaml.utf8), to: output)
    }
    if let residuals { try writeFile(CalibrationTable.csv(result), to: residuals) }
  }
}
