struct LogLine {
  let number: Int
  let bytes: LogText
  /// Whether a line end followed. Without a line end, the last number of a log may lack digits.
  let isClosed: Bool
}

protocol LineFormat: LineTrace {
  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError)

  mutating func end(into sink: inout TraceSink) throws(ReadError)
}

extension LineFormat {
  mutating func end(into sink: inout TraceSink) throws(ReadError) {}

  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    let bytes = unsafe Array(line.bytes)[...].trimmed
    guard !bytes.isEmpty else { return }
    try read(LogLine(number: line.number, bytes: bytes, isClosed: line.isClosed), into: &sink)
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) { try unsafe readLines(bytes, into: &sink) }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    try finishLines(into: &sink)
    try end(into: &sink)
  }
}

extension [UInt8] {
  var completeLines: [LogText] { TextPrefix.lines(self).map(\.trimmed) }
}

extension TraceSink {
  mutating func warnOfClock(_ period: Int64, unit: String) {
    // Rows that get the time of their arrival need no other time.
    guard options.period != .zero else { return }
    warn(BlockClock.warning(period, unit), .rate, as: .noClock)
  }

  mutating func warnOfUnread(_ titles: [String]) {
    if !titles.isEmpty { warn("not read: " + titles.joined(separator: ", ")) }
  }

  /// The value that a closure reads; `nil` if the value has a fault, because of which its line is rejected.
  mutating func value<Value>(
    _ read: @autoclosure () throws(RowFault) -> Value, of subject: String = "", line: Int
  ) throws(ReadError) -> Value? {
    do throws(RowFault) {
      return try read()
    } catch {
      try reject(error.reason, line: line, subject + error.found)
      return nil
    }
  }

  mutating func level(_ value: JSONValue?, line: Int) throws(ReadError) -> Double? {
    guard let value, !value.isMissingValue else {
      try reject(.signalNotAvailable, line: line, "rssi is missing")
      return nil
    }
    if value.decimal == nil { try reject(.notANumber, line: line, "rssi is not a number") }
    return value.decimal
  }

  mutating func rejectCut(_ line: LogLine) throws(ReadError) {
    try reject(.damaged, line: line.number, "the last line is cut short")
  }

  mutating func rejectTime(_ text: LogText, _ line: LogLine) throws(ReadError) {
    try reject(.missingTime, line: line.number, "the time is \(Excerpt.quote(text))")
  }

  mutating func decimal(_ text: LogText?, _ name: String, line: Int) throws(ReadError) -> Double? {
    guard let text else {
      try reject(.damaged, line: line, "\(name) is missing")
      return nil
    }
    let found = "\(name) is \(Excerpt.quote(text))"
    switch text.parsedDecimal {
    case .number(let number): return number
    case .notFinite: try reject(.notFinite, line: line, found)
    case .malformed: try reject(.notANumber, line: line, found)
    }
    return nil
  }

  mutating func accept(
    _ row: TraceRow, at time: Int64, on clock: inout LogClock, line: Int
  ) throws(ReadError) {
    guard let time = clock.seconds(at: time) else {
      return try reject(.implausibleTime, line: line, "the clock exceeds 64 bits")
    }
    var row = row
    row.sample.time = time
    try accept(row, line: line)
  }
}

/// Rows before they get a time; a row without a range, level, or event is an absence.
extension TraceRow {
  static func uwb(_ range: Double?, peer: String? = nil) -> TraceRow {
    TraceRow(
      sample: Sample(time: .zero, radio: .uwb, range: range.map { Meters($0) }), peer: peer)
  }

  static func ble(_ rssi: Double, peer: String?, channel: UInt8? = nil) -> TraceRow {
    TraceRow(
      sample: Sample(time: .zero, radio: .ble, rssi: DBm(rssi), channel: channel), peer: peer)
  }
}

/// Rows of received power that arrive unsorted and are sorted by time at the end.
struct LateRows<Time: Comparable & Sendable>: Sendable {
  private var rows: [(time: Time, rssi: Double, peer: String, line: Int)] = []

  mutating func add(_ time: Time, _ rssi: Double, _ peer: String, _ line: Int) {
    rows.append((time, rssi, peer, line))
  }

  mutating func take() -> [(time: Time, rssi: Double, peer: String, line: Int)] {
    defer { rows = [] }
    return rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }.map { rows[$0] }
  }
}

/// Seconds since the first time of a log, computed in whole nanoseconds: a double does not represent epoch times exactly.
struct LogClock: Sendable {
  private var origin: Int64?

  mutating func seconds(at time: Int64) -> Seconds? {
    let start = origin ?? time
    origin = start
    let (difference, overflow) = time.subtractingReportingOverflow(start)
    return overflow ? nil : Seconds(Double(difference) / 1e9)
  }
}
