import ArgumentParser
import Quantities
import Traces

/// Where the trace comes from and how it is read.
struct TraceOptions: ParsableArguments {
  @Argument(
    help: "The trace or log to read; - is standard input.", completion: .file())
  var trace: String

  @Option(help: "Read the log as this format instead of finding out; `lubdub import --list`.")
  var from: String?

  @Option(help: "Take the samples of this link only, where a log holds several.")
  var peer: String?

  @Flag(help: "End with an error at the first row that is rejected.")
  var strict = false

  @Option(help: "Put rows in order that lie back by up to so many seconds.")
  var reorder: Double?

  @Option(help: "Samples a second of a log that has no clock.")
  var rate: Double?

  mutating func validate() throws {
    if let reorder, !(reorder > 0 && reorder.isFinite) {
      throw ValidationError("--reorder is \(reorder), expected seconds above 0")
    }
    if let rate, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--rate is \(rate), expected samples a second above 0")
    }
  }

  /// What the reader is told.
  var readOptions: ReadOptions {
    var options = ReadOptions()
    options.format = from
    options.peer = peer
    options.strict = strict
    options.reorderingWindow = reorder.map { Seconds($0) }
    options.period = rate.map { Seconds(1 / $0) }
    return options
  }
}
