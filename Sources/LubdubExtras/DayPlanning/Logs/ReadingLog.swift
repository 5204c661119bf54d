/// A table of readings with the columns `id,time,type,value,source` in any order. The column `source` is optional.
package struct ReadingLog: Sendable {
  /// The readings in the order of time, and at equal times in the order of their ids.
  package let readings: [DayReading]
  package let report: ReadReport

  private static let columns = ["id", "time", "type", "value"]

  package static func recognises(_ start: [UInt8]) -> Bool {
    guard let table = Table(DecodedText(start).bytes) else { return false }
    return columns.allSatisfy(table.header.names.contains)
  }

  /// Reads the table. A row that breaks a rule is rejected and counted, and a second row with the same id is a duplicate.
  package init(_ bytes: [UInt8], path: String) throws(ReadError) {
    var sink = ReadingSink()
    let text = DecodedText(bytes)
    if let note = text.note { sink.warn(note) }
    if let table = Table(text.bytes) {
      for name in Self.columns where !table.header.names.contains(name) {
        throw ReadError(
          path: path, line: table.headerLine, kind: .unrecognised,
          message: "the header has no column \(name); expected id,time,type,value,source")
      }
      sink.read(table) { $1.read($0, table.header) }
    }
    readings = sink.readings.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    report = sink.report
  }
}

private struct ReadingSink: LogSink {
  var report = ReadReport()
  private(set) var readings: [DayReading] = []
  private var ids: Set<String> = []

  mutating func read(_ row: TableRow, _ header: TableHeader) {
    func field(_ name: String) -> LogText? { row[header.place(of: name)] }
    guard let time = field("time").flatMap(LocalTime.init(parsing:)) else {
      return report.reject(.notATime, line: row.line, example: RejectionReason.notATime.sentence)
    }
    guard let kind = field("type").flatMap({ DayReading.Kind(rawValue: $0.string) }) else {
      return report.reject(
        .damaged, line: row.line, example: "a type is hrv, sleep, steps, or light")
    }
    guard let value = row.number(header.place(of: "value")), kind.range.contains(value) else {
      return report.reject(.notANumber, line: row.line, example: DayReading.Kind.rule)
    }
    let id = field("id")?.string ?? ""
    guard ids.insert(id).inserted else { return report.duplicates += 1 }
    report.accepted += 1
    readings.append(
      DayReading(
        id: id, time: time, kind: kind, value: value, source: field("source")?.string ?? ""))
  }
}
