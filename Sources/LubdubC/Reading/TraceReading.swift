struct TraceCall {
  let options: ReadOptions
  let takesAll: Bool
  let name: String?

  init(_ call: Options) throws(Failure) {
    var options = try call.reading()
    takesAll = try call.flag("all") ?? false
    name = try call.text("name")
    options.takesFirstRecording = !takesAll
    options.takesLinkClocks = takesAll
    self.options = options
  }

  /// Returns the link to read if there are several links and the caller has chosen no link.
  func link(in report: ReadReport) -> LinkChoice {
    takesAll || options.peer != nil || report.hasOneLink
      ? .everything : LinkChoice(busiestIn: report)
  }

  func answer(
    _ columns: inout TraceColumns, _ link: LinkChoice, _ report: ReadReport, peers: [String],
    recordings: [String], as label: String?
  ) throws(ReadError) -> Result {
    var options = options
    options.peer = options.peer ?? link.peer
    if let missing = options.missing(in: report) {
      throw ReadError(path: label ?? "the trace", kind: .unrecognised, message: missing)
    }
    var notes = link.sentence.map { [$0] } ?? []
    if !takesAll, options.recording == nil, report.recordings.count > 1 {
      notes.append(
        "\(report.recordings.count) recordings: \(report.recordingList); "
          + "using \(report.recordings[0])")
    }
    notes += report.findings.map { $0.description }
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

final class TraceReading: HeldByC {
  static let name = "reading"
  private let call: TraceCall
  private let link: LinkChoice
  private var parser: TraceParser
  private var columns = TraceColumns()
  private var block: [TraceRecord] = []

  init(_ call: TraceCall, link: LinkChoice = .everything) {
    var options = call.options
    options.peer = options.peer ?? link.peer
    self.call = call
    self.link = link
    parser = TraceParser(path: call.name ?? "the trace", options: options)
  }

  func feed(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    try parser.feed(bytes)
    drain()
  }

  func finish() throws(ReadError) -> LinkChoice {
    try parser.finish()
    drain()
    parser.conclude()
    return link.peer == nil ? call.link(in: parser.report) : .everything
  }

  func answer() throws(ReadError) -> Result {
    try call.answer(
      &columns, link, parser.report, peers: parser.peers.names, recordings: parser.recordings.names,
      as: call.name)
  }

  private func drain() {
    parser.take(into: &block)
    parser.note(&block)
    columns.add(block, expected: 0, hasAngles: parser.report.carriesAngles)
  }
}

extension Status { static let badTrace = Int32(LUBDUB_BAD_TRACE) }

extension Failure {
  init(_ error: ReadError) {
    var message = error.description
    if let proposal = error.proposal {
      message += "; to read it as it is, name the columns \"\(proposal.columns)\""
      if proposal.usesDecimalComma { message += ", decimal commas" }
      if proposal.sorts { message += ", sort the rows" }
      if proposal.needsRate { message += " and the number of rows per second" }
    }
    self.init(Status.badTrace, message)
  }
}
