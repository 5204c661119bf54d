import Files
import Observations
import Lubdub
import Quantities
import Reports
import Text
import Traces

/// Feeds a trace through a pipeline, block by block.
struct Replay {
  let path: String
  let options: ReadOptions

  /// The name of the trace for people: the file's name without folders.
  var name: String? {
    path == "-" ? nil : path.split(separator: "/").last.map(String.init)
  }

  /// Runs the pipeline to the end of the trace.
  ///
  /// - Parameters:
  ///   - configuration: What the pipeline is told.
  ///   - explains: Whether considered changes of zone are decisions, too.
  ///   - heart: A heart that gives the tempo; `nil` for none.
  ///   - output: Who reads what is decided.
  ///   - visit: Called after every block of rows.
  /// - Returns: The time from the first row to the end, and what became of the rows.
  /// - Throws: `SettingError`, `ReadError`, `MissingFromLog`, or what `visit` throws.
  func run<Output: SessionOutput>(
    _ configuration: Configuration, explains: Bool = false, heart: inout HeartFeed?,
    into output: inout Output,
    visit: (inout Output) throws -> Void = { _ in }
  ) throws -> (duration: Seconds, report: ReadReport) {
    var pipeline = try Pipeline(configuration)
    pipeline.explainsZones = explains
    let options = try choosingLink()
    var reader = try TraceReader(path: path, options: options)
    var progress = ProgressLine(total: reader.size)
    var block: [TraceRecord] = []
    var origin: Seconds?
    while try reader.nextBlock(into: &block) {
      for record in block {
        let start = origin ?? record.observation.time
        origin = start
        heart?.tell(until: record.observation.time - start, to: &pipeline) { output.decided($0) }
        pipeline.process(record.observation.shifted(by: -start)) { output.decided($0) }
        output.processed(record, pipeline.estimate, zone: pipeline.zone)
      }
      try visit(&output)
      progress.update(bytes: reader.position, rows: reader.report.accepted)
    }
    progress.finish()
    try TraceNotes(path: path, options: options).finish(reader.report)
    return (pipeline.finish { output.decided($0) }, reader.report)
  }

  /// Runs the pipeline to the end of the trace, without a heart.
  ///
  /// - Throws: `SettingError`, `ReadError` or `MissingFromLog`.
  func run<Output: SessionOutput>(
    _ configuration: Configuration, into output: inout Output,
    visit: (inout Output) throws -> Void
  ) throws -> (duration: Seconds, report: ReadReport) {
    var heart: HeartFeed?
    return try run(configuration, heart: &heart, into: &output, visit: visit)
  }

  /// Reads the whole trace into memory.
  ///
  /// - Throws: `ReadError` or `MissingFromLog`.
  func readAll() throws -> (records: [TraceRecord], report: ReadReport) {
    let options = try choosingLink()
    let all = try TraceReader.readAll(path: path, options: options)
    try TraceNotes(path: path, options: options).finish(all.report)
    return all
  }

  /// The options with the link that is taken, which the user is told.
  private func choosingLink() throws(ReadError) -> ReadOptions {
    var options = options
    options.takesFirstRecording = true
    let (chosen, link) = try options.choosingLink(of: path)
    TraceNotes.tell(link)
    return chosen
  }
}

extension Observation {
  /// The same at another time.
  func shifted(by duration: Seconds) -> Observation {
    var observation = self
    observation.time = time + duration
    return observation
  }
}
