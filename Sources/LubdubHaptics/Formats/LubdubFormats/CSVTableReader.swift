extension CSVTable {
  fileprivate static let columns = ["event", "t_s", "kind", "duration_s", "intensity", "sharpness"]
  private static let needed = ["t_s", "intensity", "sharpness"]
  static let header = columns.joined(separator: ",")

  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let names = TableHeader(line).names
    return !Set(names).isDisjoint(with: ["intensity", "sharpness"])
      && !names.contains { name in ["range", "dist", "rssi"].contains { name.hasPrefix($0) } }
  }

  static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    let known = columns + ["place"]
    guard let table = Table(DecodedText(bytes).bytes) else {
      return log.fail("csv-header", at: "line 1", "the first line must be \"\(header)\"")
    }
    let names = table.header.names
    let place = "line \(table.headerLine)"
    // A page plays files; the tool checks them.
    #if !hasFeature(Embedded)
    for (name, title) in zip(names, table.header.titles) where !known.contains(name) {
      let near = Spelling.nearest(to: name, in: known.filter { !names.contains($0) })
      let message = "the column \"\(title)\" is not known"
      guard let near else {
        log.warn("unknown-column", at: place, message + ", it is left out")
        log.loss.note(.droppedAnnotations, of: .timeline, names: [title])
        continue
      }
      log.fail("unknown-column", at: place, message, cure: "did you mean \"\(near)\"?")
    }
    #endif
    let missing = needed.filter { !names.contains($0) }
    guard missing.isEmpty else {
      return log.fail(
        "csv-header", at: place,
        "a table of events needs the columns t_s, intensity, and sharpness; "
          + "\(missing.joined(separator: " and ")) missing among \(names.joined(separator: ", "))",
        cure: "the first line may be \"\(header),place\"")
    }
    var reader = CSVTableReader(places: known.map { table.header.place(of: $0) }, log: log)
    for row in table.rows { reader.read(row) }
    reader.close()
    log = reader.log
    var places: [(name: String, events: [HapticEvent])] = []
    for (event, name) in zip(reader.events, reader.names) where !name.isEmpty {
      places.add([event], to: name)
    }
    return TimelineDocument(Timeline(reader.events)).with(places, &log)
  }
}

private struct CSVTableReader {
  let places: [Int?]
  private(set) var log: ReadingLog
  private(set) var events: [HapticEvent] = []
  private(set) var names: [String] = []
  private var open: HapticEvent?
  private var points: [HapticEvent.CurvePoint] = []
  private var name = ""

  init(places: [Int?], log: ReadingLog) { (self.places, self.log) = (places, log) }

  private mutating func fail(_ rule: String, _ line: Int, _ message: String) {
    log.fail(rule, at: "line \(line)", message)
  }

  mutating func read(_ row: TableRow) {
    let line = row.line
    if let fault = row.fault { return fail("csv-cells", line, fault) }
    let longest = Timeline.longestTime
    guard let time = number(row, 1, 0...longest, "of seconds from 0 on"),
      let intensity = number(row, 4, 0...1, "of 0 to 1, such as 0.8"),
      let sharpness = number(row, 5, 0...1, "of 0 to 1, such as 0.5")
    else { return }
    // Without kinds, an event with a length is continuous.
    let usual = value(row, 3, 0...longest) ?? 0 > 0 ? "continuous" : "transient"
    let kind = places[2] == nil ? usual : row[places[2]]?.string ?? ""
    if kind != "point" {
      close()
      name = row[places[6]]?.string ?? ""
    }
    switch kind {
    case "transient":
      events.append(HapticEvent(time: Seconds(time), intensity: intensity, sharpness: sharpness))
      names.append(name)
    case "continuous":
      guard let duration = value(row, 3, 0...longest), duration > 0 else {
        return fail("csv-value", line, "duration_s must be a number of seconds above 0")
      }
      open = HapticEvent(
        at: time, Level(intensity: intensity, sharpness: sharpness), lasting: duration)
    case "point":
      guard let start = open?.time.value, let length = open?.duration.value,
        time >= max(start, start + (points.last?.time.value ?? 0) - 0.5e-9),
        time <= start + length + 0.5e-9
      else {
        return fail(
          "csv-point", line,
          "a point must follow its continuous event, within it and in the order of time")
      }
      points.append(
        .init(
          time: Seconds(min(toNanosecond(time - start), length)), intensity: intensity,
          sharpness: sharpness))
    default:
      fail("unknown-kind", line, "kind is \"\(kind)\", must be transient, continuous, or point")
    }
  }

  mutating func close() {
    guard var event = open else { return }
    event.kind = .continuous(duration: event.duration, curve: points)
    events.append(event)
    names.append(name)
    (open, points) = (nil, [])
  }

  private mutating func number(
    _ row: TableRow, _ column: Int, _ range: ClosedRange<Double>, _ rule: String
  ) -> Double? {
    if let value = value(row, column, range) { return value }
    let found = row[places[column]]?.string ?? ""
    fail(
      "csv-value", row.line,
      "\(CSVTable.columns[column]) is \"\(found)\", expected a number \(rule)")
    return nil
  }

  private func value(_ row: TableRow, _ column: Int, _ range: ClosedRange<Double>) -> Double? {
    guard let value = row.number(places[column]), range.contains(value) else { return nil }
    return value == 0 ? 0 : value
  }
}
