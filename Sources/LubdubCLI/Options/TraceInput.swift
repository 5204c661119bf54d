struct TraceInput {
  let path: String
  let options: ReadOptions
  let seen = Seen()

  final class Seen {
    var check = PlausibilityCheck()
    var options: ReadOptions?
  }

  /// Looks at rows that another reader has read, for `sayDoubts`.
  func look(at rows: [TraceRecord]) { seen.check.check(rows) }

  /// Ends a command before it writes anything, where not one row could be used, with what reads them if there is anything.
  func requireRows(_ report: ReadReport) throws {
    guard report.accepted == 0, report.rejected > 0 else { return try report.requireRows(of: path) }
    do {
      try report.requireRows(of: path)
    } catch let failure as CommandFailure {
      guard let doubt = ReadingDoubt(path, seen.options ?? options, report, []),
        let words = doubt.cure?.options.split(separator: " "),
        // The reason of a row may name the option already.
        !words.contains(where: { $0.hasPrefix("--") && "\(failure)".contains($0) })
      else { throw failure }
      throw CommandFailure("\(failure); \(doubt.sentence())")
    }
  }

  /// Says what is doubtful about the rows. Where most were not used, or are plausible only in another unit, the command ends
  /// with status 1 behind what it has written.
  func sayDoubts(_ report: ReadReport, _ receptions: ReceptionCounts = ReceptionCounts()) {
    if let note = receptions.noteOnRefused { Console.note("\(name): \(note)") }
    if let doubt = receptions.doubt(among: report.accepted) { Console.doubt("\(name): \(doubt)") }
    if report.isTable, seen.check.hasUnusedLevels {
      let lone = seen.check.loneLevels
      let others =
        lone == 0 ? "" : ", and \(counted(lone, "level")) without a range count as Bluetooth"
      Console.note(
        "\(name): levels in rows with a range are not used for the distance\(others); levels of Bluetooth belong in "
          + "rows of their own, with source ble; leave those of the ranging radio out of --columns")
    }
    let findings = seen.check.findings
    let doubt = ReadingDoubt(path, seen.options ?? options, report, findings)
    let explained = PlausibilityCheck.units
      .union(doubt?.cure == nil ? [] : PlausibilityCheck.steps.union(["leap"]))
    let units = StatedUnits.finding(path, seen.options ?? options)
    for finding in findings + [units].compactMap(\.self)
    where doubt == nil || !explained.contains(finding.rule) {
      let place = finding.place.map { ", \($0)" } ?? ""
      Console.note("\(name)\(place): \(finding.message)" + (finding.cure.map { "; \($0)" } ?? ""))
    }
    if let doubt { Console.doubt("\(name): \(doubt.sentence())") }
  }

  /// Says why contact is never felt, and what to do, as `lubdub check` does.
  func sayContact(_ configuration: Configuration) {
    guard path != "-", isRegularFile(at: path),
      let found = try? FileInspection.check(
        path, options: seen.options ?? options, configuration: configuration)
    else { return }
    for finding in found.findings where finding.rule == FileInspection.contactRule {
      Console.note("\(name): \(finding.message)" + (finding.cure.map { "; \($0)" } ?? ""))
    }
  }

  func requireRoom(_ run: SessionRun, rows: Int) throws {
    if let fault = run.recorder.fault { throw CommandFailure("\(path): \(fault)") }
    try require(
      rows <= Bound.pageRows.most,
      "\(path): there are more rows than a page shows, \(Bound.pageRows.rule); `lubdub run` draws any number as .svg"
    )
  }

  var name: String { title(of: path) }

  func forEachBlock(_ visit: ([TraceRecord]) throws -> Void) throws -> ReadReport {
    let options = try choosingLink()
    var reader = try TraceReader(path: path, options: options)
    var progress = ProgressLine(total: reader.size)
    var block: [TraceRecord] = []
    while try reader.nextBlock(into: &block) {
      seen.check.check(block)
      try visit(block)
      progress.update(bytes: reader.position, rows: reader.report.accepted)
    }
    progress.finish()
    try notes(options).finish(reader.report)
    return reader.report
  }

  /// Reads the trace row by row, its truth on the clock of its radio where that is asked for: a run has the same
  /// document in the tool, in the page and from Python.
  func forEachRow(
    _ truth: TruthOptions, _ visit: (TraceRecord) throws -> Void
  ) throws -> (report: ReadReport, offset: TruthOffset) {
    guard truth.truthShift != nil else {
      var start: [TraceRecord] = []
      let report = try forEachBlock { block in
        if start.count < TruthShift.mostRows { start += block }
        for record in block { try visit(record) }
      }
      let recording = Recording(dataset: name, name: name, records: start)
      return (report, truth.shift.offset(of: [recording]).leavingTruth())
    }
    var aligner = TruthAligner(truth.shift)
    let report = try forEachBlock { block in
      for record in aligner.take(block) { try visit(record) }
    }
    let (rest, offset) = aligner.finish()
    for record in rest { try visit(record) }
    return (report, offset.named(name))
  }

  func readAll() throws -> (records: [TraceRecord], report: ReadReport) {
    let options = try choosingLink()
    let all = try TraceReader.readAll(path: path, options: options)
    seen.check.check(all.records)
    try notes(options).finish(all.report)
    return all
  }

  private func choosingLink() throws(ReadError) -> ReadOptions {
    var options = options
    options.takesFirstRecording = true
    let (chosen, link) = try options.choosingLink(of: path)
    notes(chosen).add(link)
    seen.options = chosen
    return chosen
  }

  private func notes(_ options: ReadOptions) -> TraceNotes {
    TraceNotes(path: path, options: options) { Console.note($0) }
  }
}
