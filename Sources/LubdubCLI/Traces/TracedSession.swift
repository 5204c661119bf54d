/// A trace that was run as a complete session, with the data for its outputs.
package struct TracedSession {
  package let run: SessionRun
  /// The rows for a page; empty if no page is written.
  package let rows: RowColumns
  let alternatives: ZoneAlternatives?
  package let report: ReadReport
  let offset: TruthOffset
  /// The zones compared with the true zones; `nil` if there is no truth.
  private let comparison: ZoneComparison?

  fileprivate init(_ open: OpenSession, _ report: ReadReport, _ offset: TruthOffset) {
    (run, rows, alternatives) = (open.run, open.rows, open.alternatives)
    (self.report, self.offset) = (report, offset)
    comparison = run.recorder.scoredComparison()
  }

  package var length: Seconds { run.duration ?? .zero }

  /// The findings about the rows and the settings.
  package var findings: [Finding] { report.findings + run.findings }

  /// The document of the session, with its zones compared with the true zones.
  package func document(
    of trace: TraceInput, adding members: [String: JSONValue] = [:]
  ) -> SessionDocument {
    let input = report.input(name: trace.path == "-" ? nil : trace.name)
    var document = run.document(input: input.merging(members) { $1 })
    document.comparison = comparison
    return document
  }

  package func summary(of trace: TraceInput) -> SessionSummary {
    var statistics = run.recorder.statistics
    statistics.finish()
    return SessionSummary(
      name: trace.name, statistics: statistics, report: report, zones: run.configuration.zones,
      truth: comparison)
  }

  package func plot(title: String) -> [UInt8] {
    let zones = run.configuration.zones
    return SessionPlot(
      record: run.recorder.plot, zones: zones, bands: zones.bands(of: .uwb), title: title,
      length: length.value
    ).draw().bytes
  }
}

extension TraceInput {
  /// Runs the trace as a session, and requires usable rows. `rowsBefore` is the number of rows of other traces on the same
  /// page.
  package func session(
    _ configuration: Configuration, keeping contents: SessionRecorder.Contents,
    heart: IntervalPlayback? = nil, truth: TruthOptions? = nil, truthEdges: [Meters]? = nil,
    keepsRows: Bool = false, explains: Bool = false, rowsBefore: Int = 0
  ) throws -> TracedSession {
    let reading = try read(truth) {
      OpenSession(
        run: try SessionRun(
          configuration, keeping: contents, heart: heart, truthEdges: truthEdges),
        alternatives: explains ? ZoneAlternatives(configuration) : nil)
    } _: { session, block, _ in
      for record in block {
        session.run.process(record.sample, truth: record.truth)
        session.alternatives?.process(record.sample)
        if keepsRows { session.rows.add(record.sample, truth: record.truth) }
      }
      try requireRoom(session.run.fault, rows: session.rows.count + rowsBefore)
    }
    var open = reading.state
    open.run.finish()
    try reading.report.requireRows(of: path)
    TruthOptions.note([reading.offset])
    return TracedSession(open, reading.report, reading.offset)
  }
}

private struct OpenSession {
  var run: SessionRun
  var rows = RowColumns()
  var alternatives: ZoneAlternatives?
}

extension ReportData {
  /// A page of sessions from `ReportData.session`. If the page lacks its engine, a note is printed.
  package static func page(_ sessions: [JSONValue]) throws -> [UInt8] {
    if !PageEngine.isThere {
      Console.note(
        "the page has no engine, so you cannot change its settings; run tools/wasm in the sources "
          + "of lubdub and build again")
    }
    return try PageTemplate.session.html(session: ["sessions": .array(sessions)])
  }
}
