internal import Lubdub
internal import LubdubGround

extension CSVTable {
  private static let columns = ["event", "t_s", "kind", "duration_s", "intensity", "sharpness"]
  static let header = columns.joined(separator: ",")

  /// Whether a line is the header of a table: its columns in any order, of which three are needed.
  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    isHeader(TableHeader(line).names)
  }

  private static func isHeader(_ names: [String]) -> Bool {
    ["t_s", "intensity", "sharpness"].allSatisfy(names.contains)
  }

  static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    guard let table = Table(DecodedText(bytes).bytes), isHeader(table.header.names) else {
      return log.fail(
        "csv-header", at: "line 1",
        "the first line must be \"\(header)\"; event, kind and duration_s may be missing")
    }
    var reader = CSVTableReader(places: columns.map { table.header.place(of: $0) })
    for row in table.rows { reader.read(row) }
    reader.close()
    for finding in reader.findings { log.add(finding) }
    return TimelineDocument(Timeline(reader.events))
  }
}

private struct CSVTableReader {
  let places: [Int?]
  private(set) var findings: [Finding] = []
  private(set) var events: [HapticEvent] = []
  /// The continuous event that points may follow.
  private var open: HapticEvent?
  private var points: [HapticEvent.CurvePoint] = []

  init(places: [Int?]) {
    self.places = places
  }

  private mutating func fail(_ rule: String, _ line: Int, _ message: String) {
    findings.append(Finding(.error, rule: rule, at: "line \(line)", message))
  }

  mutating func read(_ row: TableRow) {
    let line = row.line
    guard row.fault == nil else {
      return fail("csv-cells", line, "the row has \(row.fields.count) cells, expected 6")
    }
    let longest = Timeline.longestTime
    guard let time = value(row, 1, 0...longest), let intensity = value(row, 4, 0...1),
      let sharpness = value(row, 5, 0...1)
    else {
      return fail(
        "csv-value", line,
        "t_s must be a number of seconds from 0 on, intensity and sharpness numbers of 0 to 1")
    }
    // Without kinds, what has a length is continuous.
    let usual = value(row, 3, 0...longest) ?? 0 > 0 ? "continuous" : "transient"
    let kind = places[2] == nil ? usual : row[places[2]]?.string ?? ""
    switch kind {
    case "transient":
      close()
      events.append(
        HapticEvent(time: Seconds(time), intensity: intensity, sharpness: sharpness))
    case "continuous":
      close()
      guard let duration = value(row, 3, 0...longest), duration > 0 else {
        return fail("csv-value", line, "duration_s must be a number of seconds above 0")
      }
      open = HapticEvent(
        time: Seconds(time), intensity: intensity, sharpness: sharpness,
        kind: .continuous(duration: Seconds(duration), curve: []))
    case "point":
      guard let start = open?.time.value, let length = open?.duration.value,
        time >= max(start, start + (points.last?.time.value ?? 0) - 0.5e-9),
        time <= start + length + 0.5e-9
      else {
        return fail(
          "csv-point", line,
          "a point must follow its continuous event, in it and in the order of time")
      }
      points.append(
        .init(
          time: Seconds(min(toNanosecond(time - start), length)), intensity: intensity,
          sharpness: sharpness))
    default:
      fail("unknown-kind", line, "kind is \"\(kind)\", must be transient, continuous or point")
    }
  }

  mutating func close() {
    guard var event = open else { return }
    event.kind = .continuous(duration: event.duration, curve: points)
    events.append(event)
    (open, points) = (nil, [])
  }

  private func value(_ row: TableRow, _ column: Int, _ range: ClosedRange<Double>) -> Double? {
    guard let value = row.number(places[column]), range.contains(value) else { return nil }
    return value == 0 ? 0 : value
  }
}
