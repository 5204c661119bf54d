internal import Positions
internal import Quantities
internal import Text

/// A table with a time, a latitude and a longitude; or with those of two ends in each row
/// (`lat_a_deg`, `lat_b_deg`, …), which become the tracks `a` and `b`.
enum PositionCSVReader {
  static func read(
    _ bytes: [UInt8], path: String, into sink: inout PositionSink
  ) throws(ReadError) {
    var columns: PositionColumns?
    var isKnown = true
    forEachLine(bytes) { number, line in
      guard !line.isEmpty, line.first != UInt8(ascii: "#") else {
        if !line.isEmpty { sink.ignore() }
        return
      }
      guard let known = columns else {
        if isKnown { columns = PositionColumns(header: line) }
        isKnown = columns != nil
        return
      }
      take(line, known, number, into: &sink)
    }
    guard columns != nil else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message: "expected a header with a time, a latitude and a longitude")
    }
  }

  private static func take(
    _ line: LogText, _ columns: PositionColumns, _ number: Int, into sink: inout PositionSink
  ) {
    let fields = line.parts(separatedBy: columns.separator).map { field in
      let field = field.trimmed
      let isQuoted = field.count >= 2 && field.first == 0x22 && field.last == 0x22
      return isQuoted ? field.dropFirst().dropLast().trimmed : field
    }
    guard fields.count == columns.count else {
      return sink.reject(
        .columnCount, number, "the row has \(fields.count) columns, the header \(columns.count)")
    }
    guard !fields[columns.time].isEmpty else { return sink.reject(.missingTime, number) }
    guard let time = PositionTime.seconds(fields[columns.time], isRelative: columns.isRelative)
    else {
      return sink.reject(.notANumber, number, "the time is \(Excerpt.quote(fields[columns.time]))")
    }
    let given = columns.name.map { fields[$0].string } ?? ""
    var isTaken = false
    for end in columns.ends {
      // A row with two ends may have one of them only.
      let isAbsent = fields[end.latitude].isEmpty && fields[end.longitude].isEmpty
      if isAbsent, columns.ends.count > 1 { continue }
      guard
        let place = sink.place(
          fields[end.latitude].decimal, fields[end.longitude].decimal, line: number)
      else { continue }
      let fix = Fix(
        time: Seconds(time), place: place, deviation: deviation(fields, end, sink.options),
        speed: end.speed.flatMap { fields[$0].decimal }.map { MetersPerSecond($0) },
        course: end.course.flatMap { fields[$0].decimal }.map { Degrees($0) })
      if sink.accept(fix, track: end.name.isEmpty ? given : end.name, line: number) {
        isTaken = true
      }
    }
    if isTaken, let truth = columns.truth {
      sink.accept(truth: fields[truth].decimal, at: Seconds(time))
    }
  }

  private static func deviation(
    _ fields: [LogText], _ end: PositionColumns.End, _ options: PositionReadOptions
  ) -> Meters? {
    if let stated = end.deviation.flatMap({ fields[$0].decimal }), stated > 0 {
      return Meters(stated)
    }
    return options.deviation(accuracy: end.accuracy.flatMap { fields[$0].decimal })
      ?? options.deviation(dilution: end.dilution.flatMap { fields[$0].decimal })
  }
}
