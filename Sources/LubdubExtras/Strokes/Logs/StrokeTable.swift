/// Reads a table with a time, x, and y, and optionally with the stroke of a row and the state of the pen.
struct StrokeTable {
  private let columns: StrokeColumns
  /// The place of each stroke that has begun and not yet ended.
  private var places: [String: Int] = [:]
  /// The first time of a stroke, for the mixed clock.
  private var starts: [Int: Double] = [:]
  private var origin: Double?

  private init(_ columns: StrokeColumns) { self.columns = columns }

  static func read(_ text: [UInt8], into sink: inout StrokeSink) {
    guard let table = Table(text), let columns = StrokeColumns(table.header) else { return }
    var reader = StrokeTable(columns)
    sink.scale = columns.scale
    sink.read(table) { reader.read($0, into: &$1) }
    if columns.clock == .unknown { sink.guessTimeUnit() }
  }

  private mutating func read(_ row: TableRow, into sink: inout StrokeSink) {
    let name = row[columns.stroke]?.string ?? ""
    if let contact = columns.contact {
      guard let value = row.number(contact) else {
        return sink.reject(.notANumber, row.line, Excerpt.quote(row.fields[contact]))
      }
      guard value != 0 else {
        places[name] = nil
        return sink.ignore()
      }
    }
    guard row[columns.time] != nil else {
      return sink.reject(row.reasonOfNoTime(in: columns.time), row.line)
    }
    guard let time = row.number(columns.time), let x = row.number(columns.x),
      let y = row.number(columns.y)
    else { return sink.reject(.notANumber, row.line, "a time, x, or y is not a number") }
    let pressure = row.number(columns.pressure)
    if pressure == nil, let text = row[columns.pressure] {
      return sink.reject(.notANumber, row.line, Excerpt.quote(text))
    }
    let place = places[name] ?? sink.begin(name)
    places[name] = place
    sink.add(
      .init(time: seconds(time, of: place), x: x, y: y, pressure: pressure, line: row.line),
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
}
