import ArgumentParser
import Traces

/// Where the trace comes from and how it is read.
struct TraceOptions: ParsableArguments {
  @Argument(
    help: "The trace or log to read; - is standard input.", completion: .file())
  var trace: String

  @OptionGroup var reading: LogOptions

  /// Refuses `--all-peers`, for commands that follow one link.
  func requireOneLink() throws {
    guard !reading.allPeers else {
      throw ValidationError(
        "--all-peers: this command follows one link; name it with --peer, or name none for the busiest one"
      )
    }
  }

  /// What is said to the reader.
  ///
  /// - Parameter configurations: Settings files, which may name the columns of the trace.
  /// - Returns: The options.
  /// - Throws: `CommandFailure` for columns that are none, or what reading a file throws.
  func readOptions(_ configurations: [String]) throws -> ReadOptions {
    try reading.readOptions(configurations)
  }
}
