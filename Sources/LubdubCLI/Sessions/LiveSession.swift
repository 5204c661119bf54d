import FileIO
import Lubdub
import Quantities
import Reports
import TraceReading

/// Follows a trace while it is being written, and tells what is decided as soon as it is.
struct LiveSession {
  private let path: String
  private let options: ReadOptions
  /// Whether more may come where the trace ends now.
  private let isOpenEnded: Bool
  private var notes: TraceNotes
  private var live = LiveOutput()

  /// How often to look whether the user has asked to end.
  private static let patience = Seconds(0.25)
  /// How long lines of no known format are looked at in silence.
  private static let silence = Duration.seconds(1)

  /// A session that waits for more at the end of a file if it is to be followed.
  ///
  /// What can be read only once cannot be asked for its busiest link: the first one is taken.
  ///
  /// - Throws: `FileError` or `TraceError` when the trace cannot be read.
  init(path: String, options: ReadOptions, isFollowed: Bool) throws {
    self.path = path
    isOpenEnded = isFollowed || isStream(at: path)
    var options = options
    options.takesFirstRecording = true
    if isOpenEnded {
      options.takesFirstPeer = true
    } else {
      let (chosen, link) = try options.choosingLink(of: path)
      TraceNotes.tell(link)
      options = chosen
    }
    self.options = options
    notes = TraceNotes(path: path, options: options)
  }

  /// Runs until the trace ends or the user interrupts.
  ///
  /// - Returns: What was counted, and what became of the rows.
  /// - Throws: `TraceError`, `SettingError`, `MissingFromLog`, or `FileError` when a line could not be
  ///   written.
  mutating func run(
    _ configuration: Configuration, to output: inout OutputFile
  ) throws -> (statistics: SessionStatistics, report: ReadReport) {
    Interruption.watch()
    var pipeline = try Pipeline(configuration)
    try output.write(live.take())
    let report =
      isOpenEnded ? try follow(&pipeline, &output) : try read(&pipeline, &output)
    let duration = pipeline.finish(into: &live)
    live.end(duration: duration)
    try output.write(live.take())
    var statistics = live.statistics
    statistics.finish()
    try notes.finish(report)
    return (statistics, report)
  }

  private mutating func follow(
    _ pipeline: inout Pipeline, _ output: inout OutputFile
  ) throws -> ReadReport {
    var trace = try FollowedTrace(path: path, options: options)
    var block: [TraceRecord] = []
    let clock = ContinuousClock()
    // When the first line of no known format came.
    var start = clock.now
    while !Interruption.isRequested {
      guard try trace.next(into: &block, timeout: Self.patience) else { return trace.report }
      notes.tell(trace.incidents)
      notes.tell(trace.report)
      try process(block, &pipeline, &output)
      let lines = trace.linesWithoutFormat
      if lines == 0 { start = clock.now }
      if clock.now - start > Self.silence { notes.tellWaiting(lines: lines) }
    }
    try trace.stop(into: &block)
    notes.tell(trace.incidents)
    notes.tell(trace.report)
    try process(block, &pipeline, &output)
    return trace.report
  }

  private mutating func read(
    _ pipeline: inout Pipeline, _ output: inout OutputFile
  ) throws -> ReadReport {
    var trace = try TraceReader(path: path, options: options)
    var block: [TraceRecord] = []
    while !Interruption.isRequested, try trace.nextBlock(into: &block) {
      notes.tell(trace.report)
      try process(block, &pipeline, &output)
    }
    notes.tell(trace.report)
    return trace.report
  }

  private mutating func process(
    _ block: [TraceRecord], _ pipeline: inout Pipeline, _ output: inout OutputFile
  ) throws(FileError) {
    for record in block {
      pipeline.process(record.observation, into: &live)
      let lines = live.take()
      if !lines.isEmpty { try output.write(lines) }
    }
  }
}
