/// Our own trace as comma-separated values, columns by header name:
/// `t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer`.
struct CSVTrace: TraceFormat {
  static let name = "csv"
  static let summary = "tidy trace: t_s,source,range_m,rssi_dbm,truth_m,event,…"

  private var lines = LineSplitter()
  private var rows: CSVRows?
  private let options: ReadOptions

  init(options: ReadOptions) {
    self.options = options
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let line = TextPrefix.firstRow(prefix) else { return false }
    return CSVHeader(line, recordingColumn: nil) != nil
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(TraceError) {
    var rows = rows
    let options = options
    try lines.feed(bytes) { (line) throws(TraceError) in
      try Self.read(line, &rows, options, into: &sink)
    }
    self.rows = rows
  }

  mutating func finish(into sink: inout TraceSink) throws(TraceError) {
    var rows = rows
    let options = options
    try lines.finish { (line) throws(TraceError) in
      try Self.read(line, &rows, options, into: &sink)
    }
    self.rows = rows
  }

  private static func read(
    _ line: LineSplitter.Line, _ rows: inout CSVRows?, _ options: ReadOptions,
    into sink: inout TraceSink
  ) throws(TraceError) {
    if rows != nil {
      try rows?.read(line, into: &sink)
      return
    }
    guard TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    rows = try CSVRows(header: line, options: options, path: sink.path)
  }
}
