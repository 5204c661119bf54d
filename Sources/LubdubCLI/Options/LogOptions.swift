import ArgumentParser
import Quantities
import TraceImporters
import TraceReading

/// How a trace or a log is read.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the log as this format instead of finding out; `lubdub import --list`.",
      valueName: "format"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Take the rows of this link only, where a log holds several.", valueName: "name"))
  var peer: String?

  @Option(
    help: ArgumentHelp(
      "Take this recording only, where a column recording or file_id names several.",
      valueName: "name"))
  var recording: String?

  @Flag(help: "End with an error at the first row that is rejected.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Put rows in order that lie back by up to so many seconds.", valueName: "seconds"))
  var reorder: Double?

  @Option(help: ArgumentHelp("Samples a second of a log that has no clock.", valueName: "Hz"))
  var rate: Double?

  mutating func validate() throws {
    if let reorder, !(reorder > 0 && reorder.isFinite) {
      throw ValidationError("--reorder is \(reorder), expected seconds above 0")
    }
    if let rate, !(1e-6...1e9).contains(rate) {
      throw ValidationError("--rate is \(rate), expected a number of hertz from 1e-6 to 1e9")
    }
  }

  /// What the reader is told.
  var readOptions: ReadOptions {
    var options = ReadOptions(formats: .all)
    options.format = from
    options.peer = peer
    options.recording = recording
    options.recordingColumns = ReadOptions.usualRecordingColumns
    options.strict = strict
    options.reorderingWindow = reorder.map { Seconds($0) }
    options.period = rate.map { Seconds(1 / $0) }
    return options
  }
}
