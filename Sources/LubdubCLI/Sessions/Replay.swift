import FileIO
import Lubdub
import Quantities
import TraceReading

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
  ///   - output: Who reads what is decided.
  ///   - visit: Called for every row before it is processed.
  /// - Returns: The length of the timeline and what became of the rows.
  /// - Throws: `SettingError`, `TraceError`, `MissingFromLog`, or what `visit` throws.
  func run<Output: PipelineOutput>(
    _ configuration: Configuration, into output: inout Output,
    visit: (TraceRecord, inout Output) throws -> Void
  ) throws -> (duration: Seconds, report: ReadReport) {
    var pipeline = try Pipeline(configuration)
    let options = try choosingLink()
    var reader = try TraceReader(path: path, options: options)
    var progress = ProgressLine(total: reader.size)
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) {
      for record in block {
        try visit(record, &output)
        pipeline.process(record.observation, into: &output)
      }
      progress.update(bytes: reader.position, rows: reader.report.accepted)
    }
    progress.finish()
    try TraceNotes(path: path, options: options).finish(reader.report)
    return (pipeline.finish(into: &output), reader.report)
  }

  /// Reads the whole trace into memory.
  ///
  /// - Throws: `TraceError` or `MissingFromLog`.
  func readAll() throws -> (records: [TraceRecord], report: ReadReport) {
    let options = try choosingLink()
    let all = try TraceReader.readAll(path: path, options: options)
    try TraceNotes(path: path, options: options).finish(all.report)
    return all
  }

  /// The options with the link that is taken, which the user is told.
  private func choosingLink() throws(TraceError) -> ReadOptions {
    var options = options
    options.takesFirstRecording = true
    let (chosen, link) = try options.choosingLink(of: path)
    TraceNotes.tell(link)
    return chosen
  }
}
