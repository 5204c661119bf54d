/// Reads SVC: the number of rows, and then in each row x, y, time, pen (0 in the air), azimuth, tilt, and pressure,
/// separated by spaces. Units differ between devices. Coordinates count as millimeters, and whole times 1 or more apart as
/// milliseconds.
enum SVCReader {
  private static let columns = 7

  static func recognises(_ lines: [LogText]) -> Bool {
    let rows = lines.filter { !$0.isEmpty }.prefix(2)
    guard rows.count == 2, let count = rows[0].integer, count >= 0 else { return false }
    let fields = fields(rows[1])
    return fields.count == columns && fields.allSatisfy { $0.decimal != nil }
  }

  static func read(_ bytes: [UInt8], into sink: inout StrokeSink) {
    sink.scale = .millimeters
    var stated: Int64?
    var rows: [(numbers: [Double], line: Int)] = []
    for (number, line) in TextLines(bytes) where !line.isEmpty {
      guard stated != nil else {
        stated = line.integer
        continue
      }
      let numbers = fields(line).map(\.decimal)
      guard numbers.count == columns else {
        sink.reject(
          .columnCount, number, "the row has \(numbers.count) columns, a row of SVC has 7")
        continue
      }
      guard !numbers.contains(nil) else {
        sink.reject(.notANumber, number)
        continue
      }
      rows.append((numbers.compactMap { $0 }, number))
    }
    if let stated, stated != Int64(rows.count) {
      sink.warn("the first line says \(stated) rows, and \(rows.count) could be read")
    }
    read(rows, into: &sink)
  }

  private static func read(_ rows: [(numbers: [Double], line: Int)], into sink: inout StrokeSink) {
    var place: Int?
    var count = 0
    for (numbers, line) in rows {
      guard numbers[3] != 0 else {
        place = nil
        sink.ignore()
        continue
      }
      if place == nil { count += 1 }
      let stroke = place ?? sink.begin("\(count)")
      place = stroke
      sink.add(
        .init(time: numbers[2], x: numbers[0], y: numbers[1], pressure: numbers[6], line: line),
        to: stroke)
    }
    sink.guessTimeUnit()
  }

  private static func fields(_ line: LogText) -> [LogText] {
    line.split { $0 == 0x20 || $0 == 0x09 }
  }
}
