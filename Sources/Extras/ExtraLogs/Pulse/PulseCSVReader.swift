internal import Quantities
internal import Text

/// A table with a column of intervals or R peaks, one heart or several.
enum PulseCSVReader {
  static func read(_ bytes: [UInt8], into sink: inout PulseSink) throws(ReadError) {
    var columns: PulseColumns?
    var rows: [(number: Int, text: LogText)] = []
    var hearts: [(name: String, values: NumberedValues)] = []
    var places: [String: Int] = [:]
    var faults: [(reason: RejectionReason, line: Int, text: String)] = []
    var ignored = 0
    forEachLine(bytes) { number, line in
      guard !line.isEmpty, line.first != UInt8(ascii: "#") else { return ignored += 1 }
      guard columns != nil else { return columns = PulseColumns(header: line) }
      rows.append((number, line))
    }
    let comma = columns.map { meaning(ofCommasIn: rows.map(\.text), $0) } ?? .separator
    if columns?.count == 1, let note = comma.note { sink.warn(note) }
    for (number, line) in rows {
      guard let known = columns else { break }
      let isWhole =
        comma == .decimal && known.separator == "," && line.count { $0 == 0x2C } == 1
      var fields = isWhole ? [line] : line.parts(separatedBy: known.separator).map(\.trimmed)
      guard fields.count == known.count else {
        faults.append(
          (
            .columnCount, number,
            "the row has \(fields.count) columns, the header \(known.count)"
          ))
        continue
      }
      if comma == .decimal {
        for place in [known.value] + (known.time.map { [$0.place] } ?? []) {
          fields[place] = fields[place].withDecimalPoint
        }
      }
      // A beat that was put in has no interval of its own in a table of corrected beats.
      let isInserted = known.label.map { fields[$0].string == "inserted" } ?? false
      guard !(isInserted && fields[known.value].isEmpty) else {
        ignored += 1
        continue
      }
      let name = known.names.map { fields[$0].string }.joined(separator: " ")
      let place = places[name] ?? hearts.count
      if place == hearts.count {
        hearts.append((name, NumberedValues()))
        places[name] = place
      }
      let time = known.time.flatMap { column in
        fields[column.place].decimal.map { $0 * column.scale }
      }
      hearts[place].values.add(fields[known.value], time: time, line: number)
    }
    sink.ignore(ignored)
    for fault in faults { sink.reject(fault.reason, fault.line, fault.text) }
    for heart in hearts { try put(heart, columns, into: &sink) }
  }

  /// What a comma means in the rows of a table.
  private static func meaning(
    ofCommasIn rows: [LogText], _ columns: PulseColumns
  ) -> CommaMeaning {
    // Where a comma separates no columns, it is a decimal comma.
    guard columns.separator == "," else { return .decimal }
    guard columns.count == 1 else { return .separator }
    // One column has no separator, but a header may lack columns that the rows have: then they hold two intervals.
    let alone = rows.filter { row in row.count { $0 == 0x2C } <= 1 }
    return CommaMeaning(alone) == .separator ? .separator : .decimal
  }

  private static func put(
    _ heart: (name: String, values: NumberedValues), _ columns: PulseColumns?,
    into sink: inout PulseSink
  ) throws(ReadError) {
    switch columns?.content {
    case .intervals(let unit):
      try heart.values.putIntervals(into: &sink, series: heart.name, unit: unit)
    case .peaks(let named):
      guard let rate = sink.options.sampleRate ?? named else {
        throw ReadError(
          path: sink.path, kind: .unrecognised,
          message: "the table has sample numbers of R peaks, which need a rate in samples a second")
      }
      heart.values.putPeaks(into: &sink, series: heart.name, rate: rate)
    case nil: break
    }
  }
}
