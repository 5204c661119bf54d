import ArgumentParser
import TraceReading

/// Where the trace comes from and how it is read.
struct TraceOptions: ParsableArguments {
  @Argument(
    help: "The trace or log to read; - is standard input.", completion: .file())
  var trace: String

  @OptionGroup var reading: LogOptions

  /// What the reader is told.
  var readOptions: ReadOptions { reading.readOptions }
}
