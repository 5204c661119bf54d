import Lubdub
import LubdubGround

/// Our own trace as one JSON object a line, with the members that the CSV columns are named after.
struct NDJSONTrace: LineTrace {
  static let name = "ndjson"
  static let summary = "tidy trace, one JSON object a line: {\"t_s\": 0.1, \"range_m\": 1.5}"

  var lines = LineSplitter()
  private let options: ReadOptions
  private var isAtFirstRow = true
  private var days = DayCount()
  /// Mapped lines with a row, for logs without times.
  private var moments = 0
  private var recordingMember: String?
  /// Whether the members are those of our own traces.
  private var isOurs = true
  /// The name by which members are reported that a mapping names.
  private static let mappedName = "mapped-ndjson"
  private var kernel: NDJSONKernel?
  /// Whether the rows of simple lines are taken without looking at each.
  private var takesAll = false

  init(options: ReadOptions) {
    self.options = options
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let line = TextPrefix.firstRow(prefix),
      let value = try? JSONParser.parse(line, allowsNonFinite: true)
    else {
      return false
    }
    return value[ColumnRole.time.rawValue] != nil
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    var start = 0
    while start < bytes.count {
      if kernel != nil, unsafe lines.isAtLineStart(before: bytes[start]) {
        unsafe start += try readSimpleLines(
          UnsafeRawBufferPointer(rebasing: bytes[start...]), into: &sink)
      }
      let rest = unsafe bytes[start...]
      let end = unsafe rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      try unsafe readLines(UnsafeRawBufferPointer(rebasing: rest[..<end]), into: &sink)
      start = end
    }
  }

  private mutating func readSimpleLines(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    var cursor = NDJSONKernel.Cursor(line: lines.count + 1, lastTime: sink.orders[0].lastTime)
    let peers = sink.peers
    defer { lines.skip(to: cursor.line) }
    _ = try readSimpleRows(&cursor, into: &sink) {
      unsafe $0?.read(bytes, peers: peers, &$1, into: &$2)
    }
    return cursor.position
  }

  /// Takes the rows that the kernel reads, or admits each by itself.
  private mutating func readSimpleRows(
    _ cursor: inout NDJSONKernel.Cursor, into sink: inout TraceSink,
    _ read: (inout NDJSONKernel?, inout NDJSONKernel.Cursor, inout [TraceRecord]) -> Void
  ) throws(ReadError) -> Bool {
    let first = sink.records.count
    read(&kernel, &cursor, &sink.records)
    let isAny = sink.records.count > first
    guard takesAll else {
      try sink.admit(from: first)
      return isAny
    }
    sink.count(from: first, lastTime: cursor.lastTime)
    return isAny
  }

  mutating func read(
    _ line: LineSplitter.Line, into sink: inout TraceSink
  ) throws(ReadError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    if kernel != nil {
      var cursor = NDJSONKernel.Cursor(line: line.number, lastTime: sink.orders[0].lastTime)
      let peers = sink.peers
      let isTaken = try readSimpleRows(&cursor, into: &sink) {
        unsafe $0?.readLine(line.bytes, peers: peers, &$1, into: &$2)
      }
      if isTaken { return }
    }
    guard unsafe TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    let value: JSONValue
    do {
      value = try unsafe JSONParser.parse(line.bytes, allowsNonFinite: true)
    } catch {
      return try sink.reject(.notJSON, line: line.number, error.rule)
    }
    if isAtFirstRow {
      isOurs = options.columns == nil || value[ColumnRole.time.rawValue] != nil
      if !isOurs { sink.report.format = Self.mappedName }
      recordingMember =
        options.recordingColumn ?? options.recordingColumns.first { value[$0] != nil }
    }
    guard let mapping = options.columns, !isOurs else {
      let row = NDJSONRow(value, recordingMember: recordingMember)
      return try read(row, line.number, into: &sink)
    }
    let names = mapping.linkNames
    let rows = (0...mapping.others.count).map { place in
      NDJSONRow(
        value, recordingMember: recordingMember, mapping.link(place),
        link: names.isEmpty ? nil : names[place])
    }.filter { !$0.isOther }
    if rows.isEmpty { sink.ignore() }
    let before = sink.report.accepted
    // The rows of one line are of one moment.
    for row in rows { try read(row, line.number, moment: moments, into: &sink) }
    if sink.report.accepted > before { moments += 1 }
  }

  private mutating func read(
    _ row: NDJSONRow, _ line: Int, moment: Int? = nil, into sink: inout TraceSink
  ) throws(ReadError) {
    let time = options.period.map { Double(moment ?? sink.report.accepted) * $0.value }
    switch row.parse(else: time, days: &days) {
    case .failure(let fault): try sink.reject(fault.reason, line: line, fault.found)
    case .success(let values):
      start(at: row, &sink)
      try sink.accept(values, line: line)
    }
  }

  /// Learns from the first row what the others are like.
  private mutating func start(at row: NDJSONRow, _ sink: inout TraceSink) {
    guard isAtFirstRow else { return }
    isAtFirstRow = false
    sink.report.carriesAngles = row.hasAngles
    sink.report.carriesDeviations = row.hasDeviation
    sink.report.carriesRecordings = recordingMember != nil
    guard recordingMember == nil, !options.readsSingly, isOurs else { return }
    kernel = NDJSONKernel()
    // A row that waits for earlier ones, or may be of the wrong link or recording, is admitted by itself.
    takesAll =
      options.reorderingWindow == nil && !options.takesAnyOrder && !options.sorts
      && options.takesAllPeers
      && options.recording == nil
  }
}
