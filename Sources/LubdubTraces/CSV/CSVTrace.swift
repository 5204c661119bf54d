/// Lubdub's own trace as comma-separated values, with columns by header name:
/// `t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,peer`.
struct CSVTrace: LineTrace {
  static let name = "csv"
  static let summary = "tidy trace: t_s,source,range_m,rssi_dbm,truth_m,event,…"

  private static let mappedName = "mapped-csv"

  var lines = LineSplitter()
  private let options: ReadOptions
  private var plan: CSVPlan?
  private var otherPlans: [CSVPlan] = []
  private var days = DayCount()
  private var kernel: CSVKernel?
  private var readsPlain = false
  private(set) var changes = 0
  private var rows = 0
  /// The number of lines to read singly before the next search for simple rows, and the number of remaining lines.
  private var holdOff = 0
  private var singles = 0
  private var padded: [UInt8] = []
  #if !hasFeature(Embedded)
  private var recent = RecentNames()
  #endif
  private var fields: [Range<Int>] = []
  private var header: LogText = []
  private var otherHeader: Int?
  private var unitsLine: Int?
  /// The number of lines that may still belong to a record with an unclosed quote.
  private var torn = 0
  private var preamble: (count: Int, refusal: ReadError)?
  static let mostPreamble = 64
  private static let mostTorn = 16
  private static let fewBytes = 2048
  private static let mostPadded = 1024

  init(options: ReadOptions) { self.options = options }

  var lineCount: Int { lines.count }

  var isAtLineStart: Bool { lines.isAtLineStart(before: 0x0A) }
  private(set) var takesAll = false

  var mayNameLinks: Bool { plan.map { $0.has(.peer) || $0.link != nil } ?? true }

  private var hasPeers: Bool { plan?.has(.peer) ?? false }

  mutating func restart(afterLines count: Int) { lines = LineSplitter(firstLine: count + 1) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    TextPrefix.firstRow(prefix).map { CSVPlan.isHeader($0) } ?? false
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    var start = try unsafe readSeam(bytes, into: &sink)
    while start < bytes.count {
      if singles == 0, torn == 0, unsafe lines.isAtLineStart(before: bytes[start]) {
        let end = try unsafe readSimpleRows(bytes, from: start, into: &sink)
        // If no row is simple, a search over many rows before each row would cost more than reading.
        holdOff = end > start ? 0 : min(2 * holdOff + 1, 63)
        singles = holdOff
        start = end
      }
      let (rest, before) = unsafe (UnsafeRawBufferPointer(rebasing: bytes[start...]), lines.count)
      start += try unsafe readLines(rest, most: singles + 1, into: &sink)
      singles = max(0, singles - (lines.count - before))
    }
  }

  private mutating func readSeam(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    guard kernel != nil, singles == 0, torn == 0, let first = unsafe bytes.first,
      let line = lines.unfinished,
      !line.isEmpty || lines.isAtLineStart(before: first), line.count <= Self.mostPadded
    else { return 0 }
    let near = unsafe bytes.prefix(Self.mostPadded)
    let end =
      unsafe near.dropFirst(CSVKernel.margin - 1).firstIndex(of: 0x0A) ?? near.lastIndex(of: 0x0A)
    guard let end else { return 0 }
    let whole = unsafe UnsafeRawBufferPointer(rebasing: bytes[...end])
    return unsafe max(0, try readCopy(of: whole, behind: line, into: &sink) - line.count)
  }

  private mutating func readSimpleRows(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    var end = start
    if start >= CSVKernel.margin { end = try unsafe readRows(bytes, from: start, into: &sink) }
    let rest = unsafe bytes[end...]
    guard kernel != nil, unsafe rest.count <= Self.mostPadded,
      let last = unsafe rest.lastIndex(of: 0x0A)
    else { return end }
    let whole = unsafe UnsafeRawBufferPointer(rebasing: rest[...last])
    return unsafe end + (try readCopy(of: whole, behind: [], into: &sink))
  }

  private mutating func readCopy(
    of bytes: UnsafeRawBufferPointer, behind line: [UInt8], into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    var copy: [UInt8] = []
    swap(&copy, &padded)
    defer { swap(&copy, &padded) }
    copy.removeAll(keepingCapacity: true)
    copy.append(contentsOf: repeatElement(0, count: CSVKernel.margin))
    copy.append(contentsOf: line)
    unsafe copy.append(contentsOf: bytes)
    copy.append(contentsOf: repeatElement(0, count: CSVKernel.margin))
    return try unsafe copy.withUnsafeBufferPointer { (copy) throws(ReadError) in
      let copy = UnsafeRawBufferPointer(copy)
      return try unsafe readRows(copy, from: CSVKernel.margin, into: &sink) - CSVKernel.margin
    }
  }

  private mutating func readRows(
    _ bytes: UnsafeRawBufferPointer, from start: Int, into sink: inout TraceSink
  ) throws(ReadError) -> Int {
    let isUnseen = takesAll && sink.takesUnseen
    // Only few rows at a time while each row decides on the previous rows, which costs more than reading.
    let end = takesAll && sink.isUndecided ? min(bytes.count, start + Self.fewBytes) : bytes.count
    var cursor = RowCursor(
      position: start, line: lines.count + 1,
      order: isUnseen ? RowOrder(sink.orders[0].clock) : nil)
    let names = KnownNames(peers: sink.peers, recordings: sink.recordings)
    let before = cursor.line
    defer {
      lines.skip(to: cursor.line)
      rows += cursor.line - before
    }
    let first = sink.records.count
    unsafe kernel?.read(
      UnsafeRawBufferPointer(rebasing: bytes[..<end]), names: names, &cursor, into: &sink.records)
    guard let order = cursor.order else {
      try sink.admit(from: first)
      return cursor.position
    }
    sink.count(from: first, lastTime: order.lastTime, hasPeers: hasPeers)
    return cursor.position
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishLines(into: &sink)
    if plan == nil, let preamble { throw preamble.refusal }
  }

  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError) {
    guard let plan else { return try readHeader(line, into: &sink) }
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    guard unsafe TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    if !line.isClosed {
      sink.warn("the last line has no line end and may be cut")
      guard unsafe line.bytes.last != UInt8(ascii: ".") else {
        return try sink.reject(.damaged, line: line.number, "the line ends within a number")
      }
    }
    if torn > 0 {
      torn -= 1
      let quotes = unsafe line.bytes.count { $0 == UInt8(ascii: "\"") }
      if !quotes.isMultiple(of: 2), unsafe !CSVRow(line.bytes, plan, cutBy: &fields).isOpen {
        torn = 0
        return sink.ignore()
      }
    }
    if let otherHeader {
      guard let next = plan.next(line.text, options, header, isFirst: false), !next.isHeaderless
      else {
        rows += 1
        return try sink.reject(
          .columnCount, line: line.number, "the columns are those of line \(otherHeader)")
      }
      self.otherHeader = nil
      sink.ignore()
      return start(next)
    }
    // The rows of one line belong to one moment.
    let first = rows
    try read(line, plan, into: &sink)
    var most = rows
    for other in otherPlans {
      rows = first
      try read(line, other, into: &sink)
      most = max(most, rows)
    }
    rows = most
  }

  private mutating func read(
    _ line: LineSplitter.Line, _ plan: CSVPlan, into sink: inout TraceSink
  ) throws(ReadError) {
    let row = unsafe CSVRow(line.bytes, plan, cutBy: &fields)
    #if !hasFeature(Embedded)
    if readsPlain, torn == 0, try takePlain(row, line.number, into: &sink) { return }
    #endif
    guard !row.isOfAnotherLink else { return }
    let values: TraceRow
    do throws(RowFault) {
      values = try row.parse(else: options.period.map { Double(rows) * $0.value }, days: &days)
    } catch {
      return try take(line, after: error, isOpen: row.isOpen, plan, into: &sink)
    }
    rows += 1
    torn = 0
    try sink.accept(values, line: line.number)
  }

  /// Handles a line that isn't a row of the plan: units, another header, a part of a torn record, or a row to reject.
  private mutating func take(
    _ line: LineSplitter.Line, after fault: RowFault, isOpen: Bool, _ plan: CSVPlan,
    into sink: inout TraceSink
  ) throws(ReadError) {
    let text = line.text
    if line.isClosed, takeUnits(text, line.number, &sink) { return }
    if line.isClosed, let next = plan.next(text, options, header, isFirst: rows == 0) {
      change(to: next, line.number, &sink)
      if next.isHeaderless { try read(line, next, into: &sink) }
      return
    }
    if line.isClosed, plan.mayBeHeader(text) {
      otherHeader = line.number
      (kernel, takesAll) = (nil, false)
      sink.warn("line \(line.number) is a header of other columns, whose rows are not read")
      return sink.ignore()
    }
    guard torn == 0 || isOpen else { return sink.ignore() }
    if isOpen { torn = Self.mostTorn }
    rows += 1
    try sink.reject(fault.reason, line: line.number, fault.found, fault.cure)
  }

  private mutating func readHeader(
    _ line: LineSplitter.Line, into sink: inout TraceSink
  ) throws(ReadError) {
    guard unsafe TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    let plan: CSVPlan
    do throws(CSVPlan.Refusal) {
      plan = try CSVPlan(line.text, options)
      otherPlans = plan.isMapped ? try CSVPlan.others(line.text, options) : []
    } catch {
      let refusal =
        preamble?.refusal
        ?? ReadError(
          path: sink.path, line: line.number, kind: .unrecognised,
          message: error.message + options.said(error.cure))
      let count = (preamble?.count ?? 0) + 1
      preamble = (count, refusal)
      guard let mapping = options.columns, mapping.needsEveryColumn,
        count < (mapping.isByPlace ? 2 : Self.mostPreamble)
      else { throw refusal }
      guard mapping.isByPlace else { return sink.ignore() }
      rows += 1
      return try sink.reject(.columnCount, line: line.number, "the first line is cut")
    }
    if let preamble, !plan.isHeaderless {
      sink.warn("before the header \(counted(preamble.count, "line is", "lines are")) skipped")
    }
    sink.report.carriesAngles = plan.has(.azimuth) || plan.has(.elevation)
    sink.report.carriesDeviations = plan.has(.deviation)
    sink.report.carriesRecordings = plan.has(.recording)
    if plan.isMapped { sink.report.format = Self.mappedName }
    for note in plan.notes { sink.warn(note) }
    if plan.isMapped, !plan.isHeaderless { header = line.text }
    start(plan)
    if plan.isHeaderless { try read(line, into: &sink) }
  }

  /// Units directly below the header apply to columns without a unit; units further down apply to all rows below.
  private mutating func takeUnits(_ text: LogText, _ line: Int, _ sink: inout TraceSink) -> Bool {
    guard unitsLine != line else { return true }
    guard let mapping = options.columns, var plan, plan.isMapped, !plan.isHeaderless,
      let fields = ColumnMapping.fields(of: text, separator: plan.separator),
      let units = TableHeader.units(in: fields)
    else { return false }
    unitsLine = line
    sink.ignore()
    let before = [plan] + otherPlans
    plan.take(units: units, of: mapping.link(0), replaces: rows > 0)
    for place in otherPlans.indices {
      otherPlans[place].take(units: units, of: mapping.link(place + 1), replaces: rows > 0)
    }
    if rows > 0, before != [plan] + otherPlans {
      sink.warn("the units change in line \(line): \(text.string)")
    }
    start(plan)
    return true
  }

  private mutating func change(to next: CSVPlan, _ line: Int, _ sink: inout TraceSink) {
    if !next.isHeaderless { sink.ignore() }
    guard next != plan else { return }
    changes += 1
    if changes == 1, !next.isHeaderless {
      let unread = next.notes.first.map { "; \($0)" } ?? ""
      sink.warn("the columns change, first in line \(line)\(unread)")
    }
    start(next)
  }

  private mutating func start(_ plan: CSVPlan) {
    self.plan = plan
    readsPlain = plan.isPlain && !options.readsEachRow
    kernel = plan.isFast && readsPlain ? CSVKernel(plan) : nil
    // A row that may wait, belong to the wrong link or recording, or to one of several recordings, is admitted separately.
    let takesAllPeers = options.takesAllPeers || (options.peer == nil && !hasPeers)
    let hasOneRecording = options.recording == nil && !plan.has(.recording)
    takesAll = kernel != nil && options.takesInOrder && takesAllPeers && hasOneRecording
  }
}

#if !hasFeature(Embedded)
extension CSVTrace {
  /// Accepts a row of plain values like the kernel; `false` for any other row.
  private mutating func takePlain(
    _ row: CSVRow, _ line: Int, into sink: inout TraceSink
  ) throws(ReadError) -> Bool {
    let order = takesAll && sink.takesUnseen ? RowOrder(sink.orders[0].clock) : nil
    guard let record = row.record(line: line, in: order, sink.peers, &recent) else { return false }
    let first = sink.records.count
    sink.records.append(record)
    rows += 1
    guard order != nil else {
      try sink.admit(from: first)
      return true
    }
    sink.count(from: first, lastTime: record.sample.time.value, hasPeers: hasPeers)
    return true
  }
}
#endif

extension LineSplitter.Line {
  fileprivate var text: LogText { unsafe LogText(bytes) }
}
