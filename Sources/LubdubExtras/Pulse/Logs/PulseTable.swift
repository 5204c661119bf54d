enum PulseTable {
  static func read(_ text: [UInt8], path: String, into sink: inout PulseSink) throws(ReadError) {
    guard var table = Table(text), let columns = PulseColumns(table.header) else { return }
    if table.header.names.count == 1 {
      let comma = meaning(ofCommasIn: table)
      if let note = comma.note { sink.warn(note) }
      table.usesDecimalComma = comma == .decimal
    }
    var hearts: [(name: String, values: NumberedValues)] = []
    var places: [String: Int] = [:]
    var unit: IntervalUnit?
    sink.read(table) { row, sink in
      if hearts.isEmpty, unit == nil, let named = IntervalUnit(named: row.fields[columns.value]) {
        unit = named
        return sink.ignore()
      }
      // In a table of corrected beats, an inserted beat has no measured interval.
      let isInserted = columns.label.map { row.fields[$0].equals("inserted") } ?? false
      guard !(isInserted && row[columns.value] == nil) else { return sink.ignore() }
      let name = columns.names.map { row.fields[$0].string }.joined(separator: " ")
      let place = places[name] ?? hearts.count
      if place == hearts.count {
        hearts.append((name, NumberedValues()))
        places[name] = place
      }
      let time = columns.time.flatMap { column in
        row.number(column.place).map { $0 * column.scale }
      }
      hearts[place].values.add(
        row.numeral(columns.value) ?? row.fields[columns.value], time: time, line: row.line)
    }
    for heart in hearts { try put(heart, columns, unit, path: path, into: &sink) }
  }

  /// The meaning of a comma in a table with one column, which has no separator. If the header lacks a column of the rows, a
  /// comma separates two intervals.
  private static func meaning(ofCommasIn table: Table) -> CommaMeaning {
    let alone = table.texts.filter { row in row.count { $0 == 0x2C } <= 1 }
    return CommaMeaning(alone) == .separator ? .separator : .decimal
  }

  private static func put(
    _ heart: (name: String, values: NumberedValues), _ columns: PulseColumns, _ unit: IntervalUnit?,
    path: String, into sink: inout PulseSink
  ) throws(ReadError) {
    switch columns.content {
    case .intervals(let named):
      try heart.values.putIntervals(into: &sink, series: heart.name, unit: named ?? unit)
    case .peaks(let named):
      guard let rate = sink.sampleRate ?? named else {
        throw ReadError(
          path: path, kind: .unrecognised,
          message:
            "the table has sample numbers of R peaks, which need a rate in samples per second")
      }
      heart.values.putPeaks(into: &sink, series: heart.name, rate: rate)
    }
  }
}
