/// Reads a table with a time, a latitude, and a longitude. With two ends per row (`lat_a_deg`, `lat_b_deg`, …), the ends
/// become the tracks `a` and `b`.
enum PositionTable {
  static func read(_ text: [UInt8], path: String, into sink: inout PositionSink) throws(ReadError) {
    guard let table = Table(text), let columns = PositionColumns(table.header) else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message: "expected a header with a time, a latitude, and a longitude")
    }
    sink.read(table) { read($0, columns, into: &$1) }
  }

  private static func read(
    _ row: TableRow, _ columns: PositionColumns, into sink: inout PositionSink
  ) {
    guard let text = row.numeral(columns.time) else {
      return sink.reject(row.reasonOfNoTime(in: columns.time), row.line)
    }
    guard let time = PositionTime.seconds(text, scale: columns.timeScale) else {
      return sink.reject(.notANumber, row.line, "the time is \(Excerpt.quote(text))")
    }
    let given = row[columns.name]?.string ?? ""
    var isTaken = false
    for end in columns.ends {
      // A row for two ends may contain only one of them.
      let isAbsent = row[end.latitude] == nil && row[end.longitude] == nil
      if isAbsent, columns.ends.count > 1 { continue }
      guard
        let place = sink.place(row.number(end.latitude), row.number(end.longitude), line: row.line)
      else { continue }
      let isNew = sink.accept(
        place, at: time, deviation(row, end, sink.options),
        track: end.name.isEmpty ? given : end.name, line: row.line)
      isTaken = isTaken || isNew
    }
    if isTaken { sink.accept(truth: row.number(columns.truth), at: Seconds(time)) }
  }

  private static func deviation(
    _ row: TableRow, _ end: PositionColumns.End, _ options: PositionReadOptions
  ) -> Meters? {
    if let stated = row.number(end.deviation), stated > 0 { return Meters(stated) }
    return options.deviation(accuracy: row.number(end.accuracy))
      ?? options.deviation(dilution: row.number(end.dilution))
  }
}
