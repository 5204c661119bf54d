/// The lines of a log that match `ReadOptions.pattern`; the other lines are counted as ignored.
struct PatternTrace: LineTrace {
  static let name = ReadReport.patternFormat
  static let summary = "lines of the form that --pattern describes"

  var lines = LineSplitter()
  private let pattern: LinePattern?
  private let plan: CSVPlan?
  private let period: Seconds?
  private var match = LineMatch()
  private var days = DayCount()
  private var rows = 0

  init(options: ReadOptions) {
    pattern = options.pattern
    plan = pattern.map { CSVPlan($0) }
    period = options.period
  }

  /// Always false: only options select lines of such a form.
  static func recognises(_ prefix: [UInt8]) -> Bool { false }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    if rows == 0 { try requireTimes(&sink) }
    try unsafe readLines(bytes, into: &sink)
  }

  private func requireTimes(_ sink: inout TraceSink) throws(ReadError) {
    sink.report.carriesRecordings = plan?.has(.recording) ?? false
    guard let plan, !plan.has(.time), period == nil else { return }
    let rule = "the pattern has no {t}, and the number of rows per second is unknown"
    throw ReadError(
      path: sink.path, kind: .unrecognised, message: rule + sink.options.said(.rate))
  }

  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError) {
    guard let pattern, let plan else { return }
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    unsafe match.take(line.bytes)
    guard pattern.match(&match) else { return sink.ignore() }
    if !line.isClosed { sink.warn("the last line has no line end and may be cut") }
    let time = period.map { Double(rows) * $0.value }
    rows += 1
    let (text, places) = (match.text, match.places)
    let found = unsafe text.withUnsafeBytes { text in
      Result { () throws(RowFault) in
        try unsafe CSVRow(text, places, plan).parse(else: time, days: &days)
      }
    }
    switch found {
    case .success(let row): try sink.accept(row, line: line.number)
    case .failure(let fault):
      try sink.reject(fault.reason, line: line.number, fault.found, fault.cure)
    }
  }
}

extension ReadReport {
  /// The format of a log that was read by a pattern.
  package static let patternFormat = "pattern"
}
