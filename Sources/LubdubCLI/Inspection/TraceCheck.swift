/// The problems of a trace or a device log. The file is read in blocks, so its size is unlimited.
enum TraceCheck {
  /// The findings about a file; `nil` if its start shows that it may be of another kind.
  static func findings(
    in file: inout InputFile, from start: [UInt8], options: ReadOptions,
    _ configuration: Configuration, mayBeOther: Bool
  ) throws -> [Finding]? {
    var options = options
    options.takesLinkClocks = true
    var parser = TraceParser(path: file.path, options: options)
    var block = start
    var records: [TraceRecord] = []
    var contact = ContactCheck(configuration)
    // The filter learns the sharpness of the zones.
    var filter = RangeFilter(parameters: configuration.ranging.range)
    func check() {
      parser.take(into: &records)
      parser.note(&records)
      for record in records {
        contact.check(record.sample, truth: record.truth)
        filter.update(record.sample)
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
        return [Finding(.error, code: rule, at: place, "this is not a trace", cure: other)]
      }
      let cure = error.proposal.map { "read it with \($0.commandLine)" }
      return [Finding(.error, code: rule, at: place, error.message, cure: cure)]
    }
    parser.conclude()
    return parser.report.findings + contact.findings(deviation: filter.learned.rangeDeviation)
  }
}
