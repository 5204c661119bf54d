internal import Haptics
internal import Quantities

extension CSVTable {
  /// The first line of a table.
  static let header = "event,t_s,kind,duration_s,intensity,sharpness"

  static func read(_ bytes: [UInt8], _ log: inout ReadingLog) -> TimelineDocument? {
    var reader = CSVTableReader()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == 0x0D ? line.dropLast() : line
      if index == 0 {
        let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        guard start.elementsEqual(header.utf8) else {
          log.fail("csv-header", at: "line 1", "the first line must be \"\(header)\"")
          return nil
        }
      } else if !line.isEmpty {
        reader.read(line, index + 1)
      }
    }
    reader.close()
    for finding in reader.findings { log.add(finding) }
    return TimelineDocument(Timeline(reader.events))
  }
}

private struct CSVTableReader {
  var findings: [Finding] = []
  private(set) var events: [HapticEvent] = []
  /// The continuous event that points may follow.
  private var open: HapticEvent?
  private var points: [HapticEvent.CurvePoint] = []

  private mutating func fail(_ rule: String, _ line: Int, _ message: String) {
    findings.append(Finding(.error, rule: rule, at: "line \(line)", message))
  }

  mutating func read(_ row: ArraySlice<UInt8>, _ line: Int) {
    let cells = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard cells.count == 6 else {
      return fail("csv-cells", line, "the row has \(cells.count) cells, expected 6")
    }
    let longest = Timeline.longestTime
    guard let time = value(cells[1], 0...longest), let intensity = value(cells[4], 0...1),
      let sharpness = value(cells[5], 0...1)
    else {
      return fail(
        "csv-value", line,
        "t_s must be a number of seconds from 0 on, intensity and sharpness numbers of 0 to 1")
    }
    switch cells[2] {
    case "transient":
      close()
      events.append(
        HapticEvent(time: Seconds(time), intensity: intensity, sharpness: sharpness))
    case "continuous":
      close()
      guard let duration = value(cells[3], 0...longest), duration > 0 else {
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
      fail("unknown-kind", line, "kind is \"\(cells[2])\", must be transient, continuous or point")
    }
  }

  /// Ends the continuous event.
  mutating func close() {
    guard var event = open else { return }
    event.kind = .continuous(duration: event.duration, curve: points)
    events.append(event)
    (open, points) = (nil, [])
  }

  private func value(_ text: String, _ range: ClosedRange<Double>) -> Double? {
    guard let value = Double(text), range.contains(value) else { return nil }
    return value == 0 ? 0 : value
  }
}
