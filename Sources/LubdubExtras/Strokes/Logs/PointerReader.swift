/// Reads W3C pointer events: one JSON object per line, an array of objects, or an object with one array per member. A stroke
/// lasts from `pointerdown` to `pointerup`, or as long as buttons are down.
struct PointerReader {
  private var down: Set<Double> = []
  private var places: [Double: Int] = [:]

  static func recognises(_ text: LogText) -> Bool {
    guard ["\"pressure\"", "\"pointer", "\"buttons\""].contains(where: { text.contains($0) }) else {
      return false
    }
    let places = ["clientX", "x", "offsetX", "pageX"]
    let times = ["timeStamp", "time", "timestamp"]
    return places.contains { text.contains("\"\($0)\"") }
      && times.contains { text.contains("\"\($0)\"") }
  }

  static func read(_ bytes: [UInt8], path: String, into sink: inout StrokeSink) throws(ReadError) {
    var reader = PointerReader()
    let whole: JSONValue?
    do throws(JSONError) {
      whole = try JSONParser.parse(bytes)
    } catch {
      // If the first line is a complete document, the other lines are documents, too.
      let first = bytes.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }
      guard (try? JSONParser.parse(first)) != nil else {
        throw ReadError(path: path, line: error.line, kind: .unrecognised, message: error.rule)
      }
      whole = nil
    }
    if let events = whole?.array {
      sink.countRecords()
      for (index, event) in events.enumerated() { reader.read(event, index + 1, into: &sink) }
    } else if let members = whole?.object, members.values.contains(where: { $0.array != nil }) {
      sink.countRecords()
      reader.read(columns: members, into: &sink)
    } else {
      for (number, line) in TextLines(bytes) where !line.isEmpty {
        if let event = try? JSONParser.parse(line) {
          reader.read(event, number, into: &sink)
        } else {
          sink.reject(.notJSON, number)
        }
      }
    }
  }

  private mutating func read(_ value: JSONValue, _ line: Int, into sink: inout StrokeSink) {
    guard value.object != nil else { return sink.reject(.notJSON, line) }
    read(PointerEvent { value[$0] }, line, into: &sink)
  }

  /// Reads the rows of an object of arrays. A member that is not an array applies to all rows.
  private mutating func read(columns: [String: JSONValue], into sink: inout StrokeSink) {
    let count = columns.values.compactMap { $0.array?.count }.max() ?? 0
    for row in 0..<count {
      let event = PointerEvent { name in
        guard let column = columns[name] else { return nil }
        guard let values = column.array else { return column }
        return values.indices.contains(row) ? values[row] : nil
      }
      read(event, row + 1, into: &sink)
    }
  }

  private mutating func read(_ event: PointerEvent, _ line: Int, into sink: inout StrokeSink) {
    switch step(event) {
    case .ignored: sink.ignore()
    case .rejected(let reason, let found): sink.reject(reason, line, found)
    case .lift(let pointer, let time):
      if let place = places.removeValue(forKey: pointer) { sink.lift(place, at: time) }
      sink.ignore()
    case .touch(let pointer, let isFirst, let point):
      let place = (isFirst ? nil : places[pointer]) ?? sink.begin("")
      places[pointer] = place
      sink.add(
        .init(time: point.time.value, x: point.x, y: point.y, pressure: point.pressure, line: line),
        to: place)
    }
  }

  enum Step {
    case ignored
    case rejected(RejectionReason, String)
    /// The pointer leaves the surface at a time, in s.
    case lift(pointer: Double, time: Double)
    /// A point of a stroke, with the pressure in units of the device.
    case touch(pointer: Double, isFirst: Bool, Stroke.Point)
  }

  mutating func step(_ event: PointerEvent) -> Step {
    let action = event.action
    guard action != .nothing else { return .ignored }
    guard let time = event.time else { return .rejected(.missingTime, "") }
    if action == .end {
      guard down.remove(event.pointer) != nil else { return .ignored }
      return .lift(pointer: event.pointer, time: time / 1000)
    }
    guard let x = event.x, let y = event.y else {
      return .rejected(.notANumber, "clientX or clientY is not a number")
    }
    if action == .begin { down.remove(event.pointer) }
    let isDownForSure = action == .begin || event.buttons != nil || event.type == nil
    guard isDownForSure || down.contains(event.pointer) else { return .ignored }
    let isFirst = down.insert(event.pointer).inserted
    return .touch(
      pointer: event.pointer, isFirst: isFirst,
      Stroke.Point(time: Seconds(time / 1000), x: x, y: y, pressure: event.pressure))
  }
}
