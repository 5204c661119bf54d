/// Logs of iPhone apps with Nearby Interaction: rows tagged `uwb`, `acc`, `gyro`, or `mag`, or one row per camera frame.
struct IPhoneNITrace: LineFormat {
  static let name = "iphone-ni"
  static let summary = "iPhone Nearby Interaction CSV, tagged rows or camera frames"

  private enum Column: String, LogColumn {
    case distance, time = "timestamp time"
    case azimuth = "azimuth azimuth_deg"
    case elevation = "elevation elevation_deg"

    static let needed = "timestamp and distance"
    static let required: [Self] = [.time, .distance]
  }

  var lines = LineSplitter()
  private var clock = LogClock()
  private var header: LogHeader<Column>?
  private let angleUnit: AngleUnit
  private static let tags = ["uwb", "acc", "gyro", "mag"]
  /// The elevation (141.37166), with an azimuth of exactly 0, by which a phone reports an unknown direction.
  private static let noElevation = 45 * Double.pi

  init(options: ReadOptions) { angleUnit = options.angleUnit ?? .degrees }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    let lines = prefix.completeLines
    guard let first = lines.first else { return false }
    return isHeader(first)
      || lines.contains { line in
        csvFields(line).map { tag(of: $0) != nil && line.contains("\"") } ?? false
      }
  }

  private static func isHeader(_ line: LogText) -> Bool {
    let columns = TableHeader(line, separator: UInt8(ascii: ","))
    return columns.place(of: "timestamp") != nil && columns.place(of: "distance") != nil
      && columns.place(of: "azimuth", "nix", "arx", "accx") != nil
  }

  private static func tag(of fields: [LogText]) -> String? {
    fields.dropFirst().first.flatMap { field in tags.first { field.equals($0) } }
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let fields = csvFields(line.bytes) else {
      return try sink.reject(.damaged, line: line.number, "a quote is not closed")
    }
    // The header does not match tagged rows, so the tag is looked for first.
    if let tag = Self.tag(of: fields) {
      return tag == "uwb" ? try readTagged(fields, line, into: &sink) : sink.ignore()
    }
    if fields.first?.first.map({ (0x41...0x7A).contains($0) }) ?? false {
      if header == nil {
        header = LogHeader(line.bytes)
        sink.warnOfUnread(header?.unread ?? [])
      }
      return sink.ignore()
    }
    let word = fields.dropFirst().first?.first
    let isOtherSensor = word.map { (0x61...0x7A).contains($0) } ?? false
    if isOtherSensor, line.bytes.contains("\"") { return sink.ignore() }
    try readFrame(fields, line, into: &sink)
  }

  private mutating func readTagged(
    _ fields: [LogText], _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError) {
    guard fields.count == 5 else {
      return try sink.reject(
        .columnCount, line: line.number, "a uwb row has \(fields.count) fields, expected 5")
    }
    sink.report.carriesAngles = true
    var row = TraceRow.uwb(nil)
    let isUnknown =
      fields[3].decimal == 0 && abs((fields[4].decimal ?? 0) - Self.noElevation) < 1e-3
    // The elevation in a last line without end may lack digits.
    if line.isClosed, !isUnknown {
      row.azimuth = angleUnit.angle(in: fields[3])
      row.elevation = angleUnit.angle(in: fields[4])
    }
    try read(row, time: fields[0], distance: fields[2], line: line.number, into: &sink)
  }

  private mutating func readFrame(
    _ fields: [LogText], _ line: LogLine, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let header else {
      return try sink.reject(.damaged, line: line.number, "neither a tag nor a header before it")
    }
    guard fields.count == header.count else {
      return try sink.reject(
        .columnCount, line: line.number,
        "the row has \(fields.count) fields, the header \(header.count)")
    }
    let row = LogRow(fields: fields, header: header, line: line)
    guard !row.isCut(.distance) else { return try sink.rejectCut(line) }
    if header.has(.azimuth) || header.has(.elevation) { sink.report.carriesAngles = true }
    var found = TraceRow.uwb(nil)
    found.azimuth = angleUnit.angle(in: row.whole(.azimuth))
    found.elevation = angleUnit.angle(in: row.whole(.elevation))
    try read(found, time: row[.time], distance: row[.distance], line: line.number, into: &sink)
  }

  private mutating func read(
    _ row: TraceRow, time: LogText, distance: LogText, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let time = Self.nanoseconds(time) else {
      return try sink.reject(.missingTime, line: line, "the time is \(Excerpt.quote(time))")
    }
    guard !distance.isMissingValue else {
      return try sink.accept(row, at: time, on: &clock, line: line)
    }
    guard let range = try sink.decimal(distance, "distance", line: line) else { return }
    // Sessions begin with a distance of exactly 0 before the first measurement.
    guard range != 0 else { return try sink.reject(.sentinel, line: line, "distance is 0") }
    var row = row
    row.sample.range = Meters(range)
    try sink.accept(row, at: time, on: &clock, line: line)
  }

  private static func nanoseconds(_ text: LogText) -> Int64? {
    if let time = text.nanoseconds ?? CivilTime.nanoseconds(text, as: .iso) { return time }
    guard let whole = text.integer else { return nil }
    let unit: Int64 =
      switch whole.magnitude {
      case ..<100_000_000_000_000: 1_000_000
      case ..<100_000_000_000_000_000: 1000
      default: 1
      }
    let (time, overflows) = whole.multipliedReportingOverflow(by: unit)
    return overflows ? nil : time
  }
}
