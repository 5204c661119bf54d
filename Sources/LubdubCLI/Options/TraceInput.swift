/// A trace that a command reads once, block by block, and its findings.
package struct TraceInput {
  package let path: String
  let options: ReadOptions
  /// The settings for checking contact; `nil` for a command without settings.
  var configuration: Configuration?

  /// The state of a command after all rows, and the report on the rows.
  struct Reading<State> {
    var state: State
    let report: ReadReport
    let contact: ContactCheck?
    let offset: TruthOffset
  }

  package init(path: String, options: ReadOptions, configuration: Configuration? = nil) {
    (self.path, self.options, self.configuration) = (path, options, configuration)
  }

  package var name: String { title(of: path) }

  /// Reads the rows of one link: the link that the options name, or otherwise the busiest link.
  ///
  /// The first link is read as if it were the busiest. If another link has more rows in the end, `make` is called again, and
  /// the trace is read once more from its start. The last argument of `visit` states whether the link is certain.
  func read<State>(
    _ truth: TruthOptions? = nil, into make: () throws -> State,
    _ visit: (_ state: inout State, _ rows: [TraceRecord], _ isSettled: Bool) throws -> Void
  ) throws -> Reading<State> {
    var options = options
    options.takesFirstRecording = true
    var reader = try TraceReader(path: path, options: options, followsBusiestLink: true)
    var progress = ReadingProgress(total: reader.size)
    while true {
      var state = try make()
      var contact = configuration.map { ContactCheck($0) }
      var aligner = truth.map {
        TruthAligner($0.shift, of: name, leavesTruth: $0.truthShift == nil)
      }
      var block: [TraceRecord] = []
      while try reader.nextBlock(into: &block) {
        for record in block { contact?.check(record.sample, truth: record.truth) }
        try visit(&state, aligner?.take(block) ?? block, reader.isLinkSettled)
        progress.update(bytes: reader.position, rows: reader.report.accepted)
      }
      if try reader.startsOverWithBusiestLink() { continue }
      let (rest, offset) = aligner?.finish() ?? ([], TruthShift.estimated.offset(of: []))
      if !rest.isEmpty { try visit(&state, rest, true) }
      progress.finish()
      options.peer = reader.options.peer
      let notes = TraceNotes(path: path, options: options) { Console.note($0) }
      notes.add(reader.link)
      try notes.finish(reader.report)
      return Reading(state: state, report: reader.report, contact: contact, offset: offset)
    }
  }

  func readAll() throws -> (records: [TraceRecord], report: ReadReport) {
    let all = try read(into: { [TraceRecord]() }) { records, block, _ in
      records += block
      try require(
        records.count <= Bound.rows.most,
        "\(path): there are more rows than Lubdub holds at once, \(Bound.rows.rule)")
    }
    return (all.state, all.report)
  }

  /// Ends a command if its session stores too much, or if its page has too many rows.
  func requireRoom(_ fault: String?, rows: Int) throws {
    if let fault { throw CommandFailure("\(path): \(fault)") }
    try require(
      rows <= Bound.pageRows.most,
      "\(path): there are more rows than a page shows, \(Bound.pageRows.rule); `lubdub run` draws any number as .svg"
    )
  }
}

extension TraceInput.Reading {
  /// Prints the findings about the trace. After an error, the command ends with status 1 when all output is written.
  func show(as name: String, learned deviation: Meters? = nil) {
    Console.show(report.findings + (contact?.findings(deviation: deviation) ?? []), of: name)
  }
}

extension Console {
  /// Prints findings, one per line. After an error, the command ends with status 1 when all output is written.
  package static func show(_ findings: [Finding], of name: String) {
    for finding in findings {
      let text = "\(name): \(finding)"
      finding.severity == .error ? doubt(text) : note(text)
    }
  }
}
