/// What is wrong with a trace or a device log. It is read in blocks, whatever its size.
enum TraceCheck {
  /// Rows that a reader would reject, by reason; `nil` for what may be something else, by its start.
  static func findings(
    in file: inout InputFile, from start: [UInt8], options: ReadOptions,
    _ configuration: Configuration, mayBeOther: Bool
  ) throws -> [Finding]? {
    var options = options
    options.takesLinkClocks = true
    (options.readsSingly, options.countsNaN) = (true, true)
    var parser = TraceParser(path: file.path, options: options)
    var block = start
    var records: [TraceRecord] = []
    var plausibility = PlausibilityCheck()
    var contact = ContactCheck(configuration)
    var (repeats, last) = ((count: 0, line: 0), TraceRecord?.none)
    func check() {
      parser.take(into: &records)
      plausibility.check(records)
      contact.check(records)
      for record in records {
        last?.line = record.line
        if last == record {
          repeats = (repeats.count + 1, repeats.count == 0 ? record.line : repeats.line)
        }
        last = record
      }
    }
    do {
      while !block.isEmpty {
        var read = 0
        while read < block.count {
          read += try block[read...].withUnsafeBytes { try parser.feedPart($0) }
          check()
        }
        block = try file.read(upTo: FileInspection.startSize)
      }
      try parser.finish()
      check()
    } catch let error as ReadError {
      switch error.kind {
      case .unknownFormat, .unreadable: throw error
      case .unrecognised, .empty: if mayBeOther { return nil }
      case .damagedCompression, .tooMuch, .rejected: break
      }
      var rule = "not-a-trace"
      if case .rejected(let reason) = error.kind { rule = reason.rawValue }
      let place = error.line.map { "line \($0)" }
      let start = error.start.isEmpty ? start : error.start
      if rule == "not-a-trace", let other = OtherFile.advice(start, file.path) {
        return [Finding(.error, rule: rule, at: place, "this is not a trace", cure: other)]
      }
      let cure = error.proposal.map { "read it with \($0.commandLine)" }
      return [Finding(.error, rule: rule, at: place, error.message, cure: cure)]
    }
    let reading = ReadingDoubt(file.path, options, parser.report, [])
    let doubt = reading.map { doubt in
      Finding(
        .warning, rule: "rows-lost", doubt.cause,
        cure: doubt.cure.map { "read it with \($0.options)" })
    }
    var found = findings(parser.report) + plausibility.findings
    // What sorting mends is no clock that was set.
    if reading?.cure?.options == "--reorder all" {
      found.removeAll { finding in
        finding.rule == "clock-jump"
          || ["clock set", "the clock was mended"].contains { finding.message.hasPrefix($0) }
      }
    }
    let units = StatedUnits.finding(file.path, options)
    let repeated = Finding(
      .note, rule: "repeated", at: "line \(repeats.line)",
      "\(counted(repeats.count, "row says", "rows say")) the same as the row before; a session counts it once"
    )
    return found + [repeats.count > 0 ? repeated : nil, doubt, units].compactMap(\.self)
      + contact.findings
  }

  static func findings(_ report: ReadReport) -> [Finding] {
    var found = report.rejections.sorted { $0.key < $1.key }.map { reason, rejection in
      Finding(
        .warning, rule: reason.rawValue, at: rejection.place(report.unit),
        "\(rejection.count) rejected: \(rejection.example)")
    }
    guard report.accepted > 0 else {
      // The last warning says the same; those before it may say why.
      let causes = report.warnings.dropLast().map { Finding(.note, rule: "trace-note", $0) }
      return found + [Finding(.warning, rule: "no-rows", "no row could be used")] + causes
    }
    let jumps = report.clockJumps
    if jumps.count > 0 {
      let message = "\(counted(jumps.count, "jump")) mended: \(jumps.example)"
      found.append(Finding(.warning, rule: "clock-jump", at: jumps.place(report.unit), message))
    }
    return found
      + report.warnings.map { warning in
        warning == ReadReport.cutShort
          ? Finding(.warning, rule: "cut-short", warning)
          : Finding(.note, rule: "trace-note", warning)
      }
  }
}
