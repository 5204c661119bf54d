import FileIO
import Lubdub
import Quantities
import Traces

/// Follows a trace while it is being written, and tells what is decided as soon as it is.
struct LiveSession {
  let path: String
  let options: ReadOptions
  /// Whether to wait for more at the end of a file.
  let isFollowed: Bool

  /// How often to look whether the user has asked to end.
  private static let patience = Seconds(0.25)

  /// Runs until the trace ends or the user interrupts.
  ///
  /// - Returns: What was counted, and what became of the rows.
  /// - Throws: `TraceError`, `SettingError`, or `FileError` when a line could not be written.
  func run(
    _ configuration: Configuration, to output: inout OutputFile
  ) throws -> (statistics: SessionStatistics, report: ReadReport) {
    Interruption.watch()
    var pipeline = try Pipeline(configuration)
    var live = LiveOutput()
    try output.write(live.take())
    let report =
      if try isFollowed || isStream() {
        try follow(&pipeline, &live, &output)
      } else {
        try read(&pipeline, &live, &output)
      }
    let duration = pipeline.finish(into: &live)
    live.end(duration: duration)
    try output.write(live.take())
    var statistics = live.statistics
    statistics.finish()
    return (statistics, report)
  }

  /// Whether standard input is a stream that may pause, and not a file with an end.
  private func isStream() throws(FileError) -> Bool {
    guard path == "-" else { return false }
    return try InputFile(path: path).size == nil
  }

  private func follow(
    _ pipeline: inout Pipeline, _ live: inout LiveOutput, _ output: inout OutputFile
  ) throws -> ReadReport {
    var trace = try FollowedTrace(path: path, options: options)
    var block: [TraceRecord] = []
    while !Interruption.isRequested,
      try trace.next(into: &block, timeout: Self.patience)
    {
      try process(block, &pipeline, &live, &output)
    }
    return trace.report
  }

  private func read(
    _ pipeline: inout Pipeline, _ live: inout LiveOutput, _ output: inout OutputFile
  ) throws -> ReadReport {
    var trace = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    while !Interruption.isRequested, try trace.nextBlock(into: &block) {
      try process(block, &pipeline, &live, &output)
    }
    return trace.report
  }

  private func process(
    _ block: [TraceRecord], _ pipeline: inout Pipeline, _ live: inout LiveOutput,
    _ output: inout OutputFile
  ) throws(FileError) {
    for record in block {
      pipeline.process(record.observation, into: &live)
      let lines = live.take()
      if !lines.isEmpty { try output.write(lines) }
    }
  }
}
