internal import Text

/// A table with a time, x and y; a column may name the stroke of a row, another say whether the pen is
/// down.
struct StrokeCSVReader {
  private let columns: StrokeColumns
  /// The place of each stroke that has begun and not been left.
  private var places: [String: Int] = [:]
  /// The first time of a stroke, for the mixed clock.
  private var starts: [Int: Double] = [:]
  private var origin: Double?

  private init(_ columns: StrokeColumns) {
    self.columns = columns
  }

  static func read(_ bytes: [UInt8], into sink: inout StrokeSink) {
    var reader: StrokeCSVReader?
    forEachLine(bytes) { number, line in
      guard !line.isEmpty, line.first != UInt8(ascii: "#") else {
        if !line.isEmpty { sink.ignore() }
        return
      }
      guard reader != nil else {
        reader = StrokeColumns(header: line).map(StrokeCSVReader.init)
        sink.scale = reader?.columns.scale
        return
      }
      reader?.take(line, number, into: &sink)
    }
    if reader?.columns.clock == .unknown { sink.guessTimeUnit() }
  }

  private mutating func take(_ line: LogText, _ number: Int, into sink: inout StrokeSink) {
    let fields = line.parts(separatedBy: columns.separator).map(Self.unquoted)
    guard fields.count == columns.count else {
      return sink.reject(
        .columnCount, number, "the row has \(fields.count) columns, the header \(columns.count)")
    }
    let name = columns.stroke.map { fields[$0].string } ?? ""
    if let contact = columns.contact {
      guard let value = fields[contact].decimal else {
        return sink.reject(.notANumber, number, Excerpt.quote(fields[contact]))
      }
      guard value != 0 else {
        places[name] = nil
        return sink.ignore()
      }
    }
    guard !fields[columns.time].isEmpty else { return sink.reject(.missingTime, number) }
    guard let time = fields[columns.time].decimal, let x = fields[columns.x].decimal,
      let y = fields[columns.y].decimal
    else { return sink.reject(.notANumber, number, "a time, x or y is no number") }
    var pressure: Double?
    if let column = columns.pressure, !fields[column].isEmpty {
      guard let value = fields[column].decimal else {
        return sink.reject(.notANumber, number, Excerpt.quote(fields[column]))
      }
      pressure = value
    }
    let place = places[name] ?? sink.begin(name)
    places[name] = place
    sink.add(
      .init(time: seconds(time, of: place), x: x, y: y, pressure: pressure, line: number),
      to: place)
  }

  private mutating func seconds(_ time: Double, of stroke: Int) -> Double {
    switch columns.clock {
    case .seconds, .unknown: return time
    case .milliseconds: return time / 1000
    case .mixed:
      let first = starts[stroke] ?? time
      starts[stroke] = first
      let origin = origin ?? first
      self.origin = origin
      return (first - origin) / 1000 + (time - first)
    }
  }

  private static func unquoted(_ field: LogText) -> LogText {
    let field = field.trimmed
    guard field.count >= 2, field.first == 0x22, field.last == 0x22 else { return field }
    return field.dropFirst().dropLast().trimmed
  }
}
