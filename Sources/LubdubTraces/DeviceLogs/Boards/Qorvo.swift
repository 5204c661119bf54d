/// Logs of Qorvo's DWM3001CDK and QM33, whose time is the block index times the length of a block, usually 200 ms.
struct QorvoTrace: LineFormat {
  static let name = "qorvo"
  static let summary = "Qorvo DWM3001CDK/QM33 command line, SESSION_INFO_NTF or JSON blocks"

  var lines = LineSplitter()
  private var clock: BlockClock
  private var time = LogClock()
  private var record: [UInt8] = []
  private var recordLine = 0
  private let hasOwnPeriod: Bool
  private let angleUnit: AngleUnit
  private static let recordLimit = 1 << 16
  private static let marker = "SESSION_INFO_NTF:"

  init(options: ReadOptions) {
    hasOwnPeriod = options.period != nil
    angleUnit = options.angleUnit ?? .degrees
    clock = BlockClock(period: options.nanosecondPeriod(default: 200_000_000))
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.contains { line in
      line.contains(marker) || line.hasPrefix("SESSION_STATUS_NTF:")
        || line.hasPrefix("FiRa Session Parameters:")
        || line.contains("\"Block\"") && line.contains("\"results\"")
    }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    sink.report.carriesAngles = true
    if let start = line.bytes.firstRange(of: Self.marker) {
      try closeRecord(isComplete: false, into: &sink)
      recordLine = line.number
      return try extend(with: line.bytes[start.upperBound...], into: &sink)
    }
    // Firmware log lines such as `[00:00:03.831,174] <info> …` may be in the middle of a record.
    guard !line.bytes.contains("] <") else { return sink.ignore() }
    if recordLine > 0 { return try extend(with: line.bytes, into: &sink) }
    if !hasOwnPeriod, let duration = line.bytes.after("RANGING_DURATION [ms]:"),
      let milliseconds = duration.trimmed.leadingNumber.unsignedInteger,
      (1...3_600_000).contains(milliseconds)
    {
      clock.period = milliseconds * 1_000_000
    }
    guard line.bytes.contains("\"Block\"") else { return sink.ignore() }
    try readBlock(line, into: &sink)
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    try closeRecord(isComplete: false, into: &sink)
  }

  // MARK: SESSION_INFO_NTF

  private mutating func extend(with text: LogText, into sink: inout TraceSink) throws(ReadError) {
    let end = text.firstIndex(of: UInt8(ascii: "}"))
    record.append(contentsOf: text[..<(end ?? text.endIndex)])
    if end != nil {
      try closeRecord(isComplete: true, into: &sink)
    } else if record.count > Self.recordLimit {
      try closeRecord(isComplete: false, into: &sink)
    }
  }

  /// Reads the complete entries of the record: the firmware announces more than it prints.
  private mutating func closeRecord(
    isComplete: Bool, into sink: inout TraceSink
  ) throws(ReadError) {
    guard recordLine > 0 else { return }
    let text = record[...]
    let line = recordLine
    record = []
    recordLine = 0
    guard isComplete || text.contains("[mac_address") else {
      return try sink.reject(.damaged, line: line, "a SESSION_INFO_NTF record has no end")
    }
    guard let index = text.after("block_index=")?.leadingNumber.unsignedInteger,
      let now = clock.advance(to: index)
    else { return try sink.reject(.missingTime, line: line, "block_index is missing") }
    sink.warnOfClock(clock.period, unit: "block index")
    for entry in Self.entries(text) { try read(entry, at: now, line: line, into: &sink) }
    if !isComplete { try sink.reject(.damaged, line: line, "a SESSION_INFO_NTF record has no end") }
  }

  /// The texts between square brackets; the brackets of units such as `distance[cm]` are inside them.
  private static func entries(_ text: LogText) -> [LogText] {
    var entries: [LogText] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      if text[index] == UInt8(ascii: "[") {
        if depth == 0 { start = index + 1 }
        depth += 1
      } else if text[index] == UInt8(ascii: "]"), depth > 0 {
        depth -= 1
        // A console may put a stamp before each line.
        let entry = text[start..<index]
        if depth == 0, !ColumnDraft.isStamp(entry) { entries.append(entry) }
      }
    }
    return entries
  }

  private mutating func read(
    _ entry: LogText, at now: Int64, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    var fields: [String: LogText] = [:]
    for part in entry.parts(separatedBy: ",") {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      fields[part[..<equals].trimmed.string] = part[(equals + 1)...].trimmed
    }
    guard let peer = fields["mac_address"], let status = fields["status"] else {
      return try sink.reject(.damaged, line: line, "an entry lacks mac_address or status")
    }
    guard status.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return try sink.reject(.damaged, line: line, "status is \(Excerpt.quote(status))")
    }
    var row = TraceRow.uwb(nil, peer: peer.string)
    if status.equals("\"SUCCESS\"") {
      let text = fields["distance[cm]"]
      guard let centimetres = try sink.decimal(text, "distance[cm]", line: line) else { return }
      // FiRa UCI reports 0xFFFF for a distance that was not measured.
      guard centimetres != 65_535 else {
        return try sink.reject(.sentinel, line: line, "distance[cm] is 65535")
      }
      row.sample.range = Meters(centimetres / 100)
    }
    if let level = fields["RSSI[dBm]"] {
      guard let rssi = try sink.decimal(level, "RSSI[dBm]", line: line) else { return }
      row.sample.rssi = DBm(rssi)
    }
    // `loc_az_pdoa` is a phase difference, and `rmt_az` is the azimuth at the other end.
    row.azimuth = angleUnit.angle(in: fields["loc_az"])
    row.elevation = angleUnit.angle(in: fields["loc_el"])
    try sink.accept(row, at: now, on: &time, line: line)
  }

  // MARK: JSON blocks

  private mutating func readBlock(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    let start = line.bytes.firstIndex(of: UInt8(ascii: "{")) ?? line.bytes.startIndex
    guard let block = JSONText.parse(line.bytes[start...]) else {
      return try sink.reject(.notJSON, line: line.number, Excerpt.quote(line.bytes))
    }
    guard let results = block["results"]?.array else { return sink.ignore() }
    guard let number = block["Block"]?.number, let index = Int64(exactly: number), index >= 0,
      let now = clock.advance(to: index)
    else { return try sink.reject(.missingTime, line: line.number, "Block is not a block number") }
    sink.warnOfClock(clock.period, unit: "block index")
    for result in results { try read(result, at: now, line: line.number, into: &sink) }
  }

  private mutating func read(
    _ result: JSONValue, at now: Int64, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let peer = result["Addr"]?.string, let status = result["Status"]?.string else {
      return try sink.reject(.damaged, line: line, "a result lacks Addr or Status")
    }
    guard status == "Ok" else {
      return try sink.accept(.uwb(nil, peer: peer), at: now, on: &time, line: line)
    }
    guard let centimetres = result["D_cm"]?.number else {
      return try sink.reject(.damaged, line: line, "D_cm is missing")
    }
    var row = TraceRow.uwb(centimetres / 100, peer: peer)
    row.azimuth = angleUnit.angle(in: result["LAoA_deg"])
    try sink.accept(row, at: now, on: &time, line: line)
  }
}
