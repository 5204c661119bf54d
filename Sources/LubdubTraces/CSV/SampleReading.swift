/// The rows of a sample, read with a mapping.
struct SampleReading {
  let report: ReadReport
  let records: [TraceRecord]
  let statistics: RowStatistics

  /// Reads the rows; `nil` when the reading ends with an error.
  init?(_ table: SampleTable, _ mapping: ColumnMapping, sorts: Bool, _ cures: [Cure: String]) {
    var options = ReadOptions()
    options.columns = mapping
    options.takesLinkClocks = true
    options.sorts = sorts
    options.cures = cures
    if mapping.columns[.time] == nil { options.period = 0.1 }
    var sink = TraceSink(path: "-", options: options)
    do throws(ReadError) {
      if table.isJSON {
        var reader = NDJSONTrace(options: options)
        try reader.read(table.text, into: &sink)
      } else {
        var reader = CSVTrace(options: options)
        try reader.read(table.text, into: &sink)
      }
      try sink.flush()
    } catch {
      return nil
    }
    (report, records) = (sink.report, sink.records)
    var statistics = RowStatistics()
    statistics.add(records)
    self.statistics = statistics
  }

  var count: Int { report.accepted + report.rejected }

  /// The most common reason for rejected rows.
  var reason: ReadReport.Rejection? { report.mostRejected?.value }

  /// The number of rows with words or NaN instead of numbers, which are all rejected.
  var words: Int {
    let reasons: [RejectionReason] = [.notANumber, .notFinite]
    return reasons.reduce(0) { $0 + (report.rejections[$1]?.count ?? 0) }
  }

  var hasUnusedLevels: Bool {
    let ranges = records.filter { $0.sample.range != nil && $0.sample.radio != .gnss }
    return 2 * ranges.count { $0.sample.rssi != nil } > ranges.count
  }

  var sentence: String {
    "reads \(report.accepted) of the first \(count) rows"
      + (10 * words > count ? reason.map { "; in others \($0.example)" } ?? "" : "")
  }
}

extension TraceFormat {
  fileprivate mutating func read(
    _ text: [UInt8], into sink: inout TraceSink
  ) throws(ReadError) {
    try unsafe text[...].withBuffer { (bytes) throws(ReadError) in
      try unsafe feed(bytes, into: &sink)
    }
    try finish(into: &sink)
  }
}
