/// Bluetooth rows of the Sensor Logger app. Its JSON contains one sensor after another, so rows are sorted at the end.
struct SensorLoggerTrace: ObjectFormat {
  static let name = "sensor-logger"
  static let summary = "Sensor Logger app: JSON export or bluetooth CSV"

  private enum Layout {
    case json
    case csv
  }

  private var layout: Layout?
  private var blanks: [UInt8] = []
  var objects = JSONObjectSplitter()
  private var rows = LateRows<Int64>()
  private var csv: SensorLoggerCSV
  private var clock = LogClock()

  init(options: ReadOptions) { csv = SensorLoggerCSV(options: options) }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let first = prefix.first(where: { $0 > 0x20 }) else { return false }
    guard isBracket(first) else { return SensorLoggerCSV.recognises(prefix) }
    let text = prefix[...]
    return text.contains("\"seconds_elapsed\"")
      || (text.contains("\"sessionId\"") && text.contains("\"payload\""))
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    guard layout == nil else { return try unsafe feedKnown(bytes, into: &sink) }
    guard let first = unsafe bytes.first(where: { $0 > 0x20 }) else {
      unsafe blanks.append(contentsOf: bytes)
      return
    }
    layout = Self.isBracket(first) ? .json : .csv
    let start = blanks
    blanks = []
    try unsafe start[...].withBuffer { (start) throws(ReadError) in
      try unsafe feedKnown(start, into: &sink)
    }
    try unsafe feedKnown(bytes, into: &sink)
  }

  private mutating func feedKnown(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    guard layout == .json else { return try unsafe csv.feed(bytes, into: &sink) }
    try unsafe feedObjects(bytes, into: &sink)
  }

  mutating func restart() -> Int? {
    blanks = []
    return layout == .json ? objects.restart() : csv.restart()
  }

  mutating func finish(into sink: inout TraceSink) throws(ReadError) {
    guard layout == .json else { return try csv.finish(into: &sink) }
    try finishObjects(into: &sink)
    for row in rows.take() {
      try sink.accept(.ble(row.rssi, peer: row.peer), at: row.time, on: &clock, line: row.line)
    }
  }

  mutating func read(
    _ piece: JSONObjectSplitter.Piece, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let (object, line) = try self.object(of: piece, into: &sink) else { return }
    for element in object["payload"]?.array ?? [object] {
      try read(element, line: line, into: &sink)
    }
  }

  private mutating func read(
    _ record: JSONValue, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    let values = record["values"] ?? record
    let sensor = (record["sensor"] ?? record["name"])?.string?.lowercased()
    guard sensor?.hasPrefix("bluetooth") ?? (values["rssi"] != nil) else { return sink.ignore() }
    guard let time = record["time"].flatMap(Self.nanoseconds) else {
      return try sink.reject(.missingTime, line: line, "time is not a whole number of nanoseconds")
    }
    guard let rssi = try sink.level(values["rssi"], line: line) else { return }
    let id = values["id"]?.string ?? sensor ?? ""
    let peer = BluetoothAddress.normalised(Array(id.utf8)[...])
    rows.add(time, rssi, peer, line)
  }

  private static func nanoseconds(_ value: JSONValue) -> Int64? {
    value.string.flatMap { Array($0.utf8)[...].trimmed.integer }
      ?? value.number.flatMap { Int64(exactly: $0.rounded()) }
  }
}

/// The CSV files of Sensor Logger, one for each device. Columns differ between files and are found by name.
struct SensorLoggerCSV: HeaderedFormat {
  static let name = SensorLoggerTrace.name
  static let summary = SensorLoggerTrace.summary

  enum Column: String, LogColumn {
    case time, rssi, id
    case elapsed = "seconds_elapsed"

    static let needed = "time, seconds_elapsed and rssi"
    static let required: [Self] = [.time, .rssi, .elapsed]
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  var header: LogHeader<Column>?

  init(options: ReadOptions) {}

  mutating func read(_ row: LogRow<Column>, into sink: inout TraceSink) throws(ReadError) {
    let line = row.line
    guard let time = row[.time].integer else { return try sink.rejectTime(row[.time], line) }
    guard !row[.rssi].isMissingValue else {
      return try sink.reject(.signalNotAvailable, line: line.number, "rssi is missing")
    }
    guard !row.isCut(.rssi), !row.isCut(.id) else { return try sink.rejectCut(line) }
    guard let rssi = try sink.decimal(row[.rssi], "rssi", line: line.number) else { return }
    let peer = row.header.has(.id) ? BluetoothAddress.normalised(row[.id]) : nil
    try sink.accept(.ble(rssi, peer: peer), at: time, on: &clock, line: line.number)
  }
}
