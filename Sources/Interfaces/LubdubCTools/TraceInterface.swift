internal import CLubdub
internal import JSON
internal import Files
internal import LubdubC
internal import Text
internal import Traces

// Traces, as lubdub_bench.h shows.

/// Reads a trace from a file.
@c @implementation
public func lubdub_trace(
  _ path: UnsafePointer<CChar>?, _ pathLength: Int, _ options: UnsafePointer<CChar>?,
  _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let path, pathLength > 0 else { throw Failure(Status.badArgument, "path is empty") }
    let name = String(
      decoding: UnsafeRawBufferPointer(start: path, count: pathLength), as: UTF8.self)
    guard !name.utf8.contains(0) else {
      throw Failure(Status.badArgument, "path has a zero byte")
    }
    return try TraceAnswer(Options(options, length)).read(path: name)
  }
}

/// Reads a trace from memory.
@c @implementation
public func lubdub_trace_bytes(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    guard let bytes, count > 0 else { throw Failure(Status.badTrace, "the trace is empty") }
    return try TraceAnswer(Options(options, length))
      .read(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// Reads traces into results.
private struct TraceAnswer {
  private var options: ReadOptions
  private let takesAll: Bool
  private let name: String?
  private let threads: Int
  private let watch = Watch.ofThisThread

  init(_ call: Options) throws(Failure) {
    options = try call.reading()
    takesAll = try call.flag("all") ?? false
    name = try call.text("name")
    threads = try call.count("threads", 1...2) ?? 2
    options.takesFirstRecording = !takesAll
    options.takesLinkClocks = takesAll
  }

  func read(path: String) throws(Failure) -> Result {
    let label = name ?? path.split(separator: "/").last.map { String($0) } ?? path
    return try tracing { () throws(ReadError) in
      let (options, link) =
        takesAll ? (options, LinkChoice.everything) : try options.choosingLink(of: path)
      var reader = try TraceReader(path: path, options: options, threads: threads)
      var columns = TraceColumns()
      var block: [TraceRecord] = []
      while !watch.isStopped, try reader.nextBlock(into: &block) {
        watch.update(done: reader.position, total: reader.size ?? 0)
        let share = Double(reader.size ?? 0) / Double(max(1, reader.position))
        let expected = Int(min(1e9, Double(columns.count + block.count) * share * 1.02))
        columns.add(block, expected: expected, hasAngles: reader.report.carriesAngles)
      }
      return try result(
        &columns, options, link, reader.report, peers: reader.peers.names,
        recordings: reader.recordings.names, label)
    }
  }

  func read(bytes: UnsafeRawBufferPointer) throws(Failure) -> Result {
    try tracing { () throws(ReadError) in
      var all = try parse(bytes, options)
      var link = LinkChoice.everything
      var chosen = options
      if !takesAll, options.peer == nil, all.parser.report.peers.count > 1,
        !all.parser.report.hasOneLink
      {
        link = LinkChoice(busiestIn: all.parser.report)
        chosen.peer = link.peer
        all = try parse(bytes, chosen)
      }
      return try result(
        &all.columns, chosen, link, all.parser.report, peers: all.parser.peers.names,
        recordings: all.parser.recordings.names, name)
    }
  }

  /// A trace that was read from memory.
  private struct Parsed: ~Copyable {
    var parser: TraceParser
    var columns = TraceColumns()
  }

  private static let blockSize = 1 << 16

  private func parse(
    _ bytes: UnsafeRawBufferPointer, _ options: ReadOptions
  ) throws(ReadError) -> Parsed {
    var parsed = Parsed(parser: TraceParser(path: name ?? "the trace", options: options))
    var block: [TraceRecord] = []
    var start = 0
    while start < bytes.count, !watch.isStopped {
      watch.update(done: start, total: bytes.count)
      let end = min(start + Self.blockSize, bytes.count)
      try parsed.parser.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      parsed.parser.take(into: &block)
      parsed.columns.add(block, expected: 0, hasAngles: parsed.parser.report.carriesAngles)
      start = end
    }
    try parsed.parser.finish()
    parsed.parser.take(into: &block)
    parsed.columns.add(block, expected: 0, hasAngles: parsed.parser.report.carriesAngles)
    return parsed
  }

  private func tracing(
    _ read: () throws(ReadError) -> Result
  ) throws(Failure) -> Result {
    let result: Result
    do throws(ReadError) {
      result = try read()
    } catch {
      try watch.refuseStopped()
      throw Failure(error)
    }
    try watch.refuseStopped()
    return result
  }

  private func result(
    _ columns: inout TraceColumns, _ options: ReadOptions, _ link: LinkChoice,
    _ report: ReadReport, peers: [String], recordings: [String], _ label: String?
  ) throws(ReadError) -> Result {
    if let missing = options.missing(in: report) {
      throw ReadError(path: label ?? "the trace", kind: .unrecognised, message: missing)
    }
    var notes = link.sentence.map { [$0] } ?? []
    if !takesAll, options.recording == nil, report.recordings.count > 1 {
      notes.append(
        "\(report.recordings.count) recordings: \(report.recordingList); "
          + "\(report.recordings[0]) is taken")
    }
    notes += report.rejectionLines + report.warnings
    let result = Result()
    columns.take(into: result, namesRows: takesAll)
    result.add("peers", .array(peers.map { .string($0) }))
    result.add("recordings", .array(recordings.map { .string($0) }))
    result.add("input", .object(report.input(name: label)))
    result.add("report", report.json)
    result.add("notes", .array(notes.map { .string($0) }))
    return result
  }
}

extension Failure {
  /// Why a trace cannot be read, and the columns that would read it, where they can be guessed.
  init(_ error: ReadError) {
    var message = error.description
    if let proposal = error.proposal {
      message += "; to read it as it is, name the columns \"\(proposal.columns)\""
      if proposal.usesDecimalComma { message += ", decimal commas" }
      if proposal.needsRate { message += " and the number of rows a second" }
    }
    self.init(Status.badTrace, message)
  }
}

extension Status {
  /// A trace cannot be read.
  static let badTrace = Int32(LUBDUB_BAD_TRACE)
  /// There is nothing to work on.
  static let nothingToDo = Int32(LUBDUB_NOTHING_TO_DO)
}
