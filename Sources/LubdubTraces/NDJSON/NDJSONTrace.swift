struct NDJSONTrace: LineTrace {
  static let name = "ndjson"
  static let summary = "tidy trace, one JSON object per line: {\"t_s\": 0.1, \"range_m\": 1.5}"

  var lines = LineSplitter()
  private let options: ReadOptions
  private var isAtFirstRow = true
  private var days = DayCount()
  private var moments = 0
  private var recordingMember: String?
  private static let mappedName = "mapped-ndjson"
  private var names: Set<String> = []
  private var known = 0
  private static let mostNames = 1024
  private var kernel: NDJSONKernel?
  private var takesAll = false

  init(options: ReadOptions) { self.options = options }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    // One object over several lines is a document, although its lines may have times.
    guard let opening = TextPrefix.firstRow(prefix)?.filter({ $0 > 0x20 }),
      opening != [UInt8(ascii: "{")], opening != [UInt8(ascii: "[")]
    else { return false }
    // Other lines may precede the rows, such as a description of the log.
    return TextPrefix.lines(prefix).contains { line in
      line.first { $0 != 0x20 } == UInt8(ascii: "{")
        && (try? JSONParser.line(line)).map(isRow) ?? false
    }
  }

  private static func isRow(_ value: JSONValue) -> Bool {
    guard value[ColumnRole.time.rawValue] != nil, let names = value.object?.keys else {
      return false
    }
    let measured: [ColumnRole] = [.range, .rssi, .event]
    return measured.contains { value[$0.rawValue] != nil }
      || names.allSatisfy { name in ColumnRole.named.contains { $0.rawValue == name } }
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    var start = 0
    while start < bytes.count {
      if kernel != nil, !(takesAll && sink.isUndecided),
        unsafe lines.isAtLineStart(before: bytes[start])
      {
        unsafe start += try readSimpleLines(
          UnsafeRawBufferPointer(rebasing: bytes[start...]), into: &sink)
      }
      let rest = unsafe bytes[start...]
      let end = unsafe rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      try unsafe readLines(UnsafeRawBufferPointer(rebasing: rest[..<end]), into: &sink)
      start = end
    }
  }

  private func order(_ sink: TraceSink) -> RowOrder? {
    takesAll && sink.takesUnseen ? RowOrder(sink.orders[0].clock) : nil
  }

  private mutating func readSimpleLines(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    var cursor = RowCursor(line: lines.count + 1, order: order(sink))
    let peers = sink.peers
    defer { lines.skip(to: cursor.line) }
    _ = try readSimpleRows(&cursor, into: &sink) {
      unsafe $0?.read(bytes, peers: peers, &$1, into: &$2)
    }
    return cursor.position
  }

  private mutating func readSimpleRows(
    _ cursor: inout RowCursor, into sink: inout TraceSink,
    _ read: (inout NDJSONKernel?, inout RowCursor, inout [TraceRecord]) -> Void
  ) throws(ReadError) -> Bool {
    let first = sink.records.count
    read(&kernel, &cursor, &sink.records)
    let isAny = sink.records.count > first
    if isAny, let names = kernel?.names, names.count > known {
      note(names[known...], &sink)
      known = names.count
    }
    guard let order = cursor.order else {
      try sink.admit(from: first)
      return isAny
    }
    sink.count(from: first, lastTime: order.lastTime)
    return isAny
  }

  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    if kernel != nil {
      var cursor = RowCursor(line: line.number, order: order(sink))
      let peers = sink.peers
      let isTaken = try readSimpleRows(&cursor, into: &sink) {
        unsafe $0?.readLine(line.bytes, peers: peers, &$1, into: &$2)
      }
      if isTaken { return }
    }
    guard unsafe TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    let value: JSONValue
    do {
      value = try unsafe JSONParser.line(line.bytes)
    } catch {
      return try sink.reject(.notJSON, line: line.number, "column \(error.column): \(error.rule)")
    }
    // Columns in the options replace Lubdub's own columns, unless the options only set a decimal comma.
    let isOurs =
      options.columns.map { value[ColumnRole.time.rawValue] != nil && !$0.reads(value) } ?? true
    if isAtFirstRow || !isOurs { sink.report.format = isOurs ? Self.name : Self.mappedName }
    if isAtFirstRow {
      recordingMember = options.recordingColumns.first { value[$0] != nil }
    }
    guard let mapping = options.columns, !isOurs else {
      let row = NDJSONRow(value: value, recordingMember: recordingMember)
      if let members = value.object {
        note(members.keys.filter { !self.names.contains($0) }.inOrder(), &sink)
      }
      return try read(row, line.number, into: &sink)
    }
    if isAtFirstRow { for note in mapping.unitNotes { sink.warn(note) } }
    noteUnread(in: value, mapping, line.number, &sink)
    let names = mapping.linkNames
    let rows = (0...mapping.others.count).map { place in
      NDJSONRow(
        value: value, recordingMember: recordingMember, mapping: mapping.link(place),
        link: names.isEmpty ? nil : names[place])
    }.filter { !$0.isOther }
    if rows.isEmpty { sink.ignore() }
    // The rows of one line belong to one moment.
    let moment = moments
    for row in rows {
      moments = moment
      try read(row, line.number, into: &sink)
    }
  }

  private mutating func read(
    _ row: NDJSONRow, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    let time = options.period.map { Double(moments) * $0.value }
    let values: TraceRow
    do throws(RowFault) {
      values = try row.parse(else: time, days: &days)
    } catch {
      return try sink.reject(error.reason, line: line, error.found)
    }
    start(at: row, &sink)
    moments += 1
    try sink.accept(values, line: line)
  }

  private mutating func noteUnread(
    in value: JSONValue, _ mapping: ColumnMapping, _ line: Int, _ sink: inout TraceSink
  ) {
    #if !hasFeature(Embedded)
    let (members, read) = (value.object ?? [:], mapping.names)
    let new = members.keys.filter { !names.contains($0) }.inOrder()
    for name in new where names.insert(name).inserted && names.count < Self.mostNames {
      for (path, _) in members[name]?.leaves(below: name) ?? [] where !read.contains(path) {
        if CSVPlan.mayMark(path) {
          sink.warn(CSVPlan.unread(Excerpt.quote(path.utf8)))
        } else if !isAtFirstRow, let field = ColumnName(path: path).field, !field.units.isEmpty {
          sink.warn("not read: \(Excerpt.quote(path.utf8)), first in line \(line)")
        }
      }
    }
    #endif
  }

  private mutating func note(_ found: some Sequence<String>, _ sink: inout TraceSink) {
    for name in found where names.count < Self.mostNames && names.insert(name).inserted {
      switch ColumnRole(rawValue: name) {
      case .azimuth, .elevation: sink.report.carriesAngles = true
      case .deviation: sink.report.carriesDeviations = true
      case let role:
        let isRecording = name != recordingMember && options.recordingColumns.contains(name)
        guard isRecording || role == nil && CSVPlan.looksLikeRole(name.lowercased()) else {
          continue
        }
        sink.warn(
          "not read: \(Excerpt.quote(name.utf8)); known members are \(ColumnRole.known)", .columns)
      }
    }
  }

  private mutating func start(at row: NDJSONRow, _ sink: inout TraceSink) {
    guard isAtFirstRow else { return }
    isAtFirstRow = false
    sink.report.carriesRecordings = recordingMember != nil
    // Each line may have some other names.
    guard recordingMember == nil, !options.readsEachRow, options.columns?.needsEveryColumn != true
    else { return }
    kernel = NDJSONKernel()
    // A row that waits for earlier rows, or may belong to the wrong link or recording, is admitted separately.
    takesAll = options.takesInOrder && options.takesAllPeers && options.recording == nil
  }
}
