/// A column of a log. The raw value lists its possible names; the first name in the header is used.
protocol LogColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  static var needed: String { get }
  static var required: [Self] { get }
}

struct LogHeader<Column: LogColumn>: Sendable {
  let count: Int
  let titles: [String]
  fileprivate var places: [Column: Int] = [:]

  init?(_ line: LogText) {
    let header = TableHeader(line, separator: UInt8(ascii: ","))
    (count, titles) = (header.names.count, header.titles)
    for column in Column.allCases {
      places[column] = header.place(of: column.rawValue.split(separator: " ").map { String($0) })
    }
    guard Column.required.allSatisfy({ places[$0] != nil }) else { return nil }
  }

  func has(_ column: Column) -> Bool { places[column] != nil }

  /// Unread columns whose names suggest a measurement or a link, or that may mark rows.
  var unread: [String] {
    titles.indices.filter { place in
      let field = ColumnName(titles[place]).field
      return !places.values.contains(place)
        && (CSVPlan.mayMark(titles[place]) || field.map { $0 != .time && $0 != .date } ?? false)
    }.map { Excerpt.quote(titles[$0].utf8) }
  }
}

struct LogRow<Column: LogColumn> {
  let fields: [LogText]
  let header: LogHeader<Column>
  let line: LogLine

  subscript(column: Column) -> LogText { header.places[column].map { fields[$0] } ?? [] }

  func isCut(_ column: Column) -> Bool {
    !line.isClosed && header.places[column] == fields.count - 1
  }

  func whole(_ column: Column) -> LogText? { isCut(column) ? nil : self[column] }

  func fill(
    _ signal: inout RawSignal, _ truth: Column, _ label: Column, _ recording: Column,
    _ blocked: Column
  ) throws(RowFault) {
    signal.truth = try number(truth, "truth_m").map { Meters($0) }
    signal.label = self[label].string
    signal.recording = header.has(recording) ? self[recording].string : nil
    signal.isBlocked = self[blocked].integer.flatMap { (0...1).contains($0) ? $0 == 1 : nil }
  }

  func number(_ column: Column, _ name: String) throws(RowFault) -> Double? {
    let text = self[column]
    guard !text.isMissingValue else { return nil }
    guard let number = text.decimal else {
      throw RowFault(.notANumber, "\(name) is \(Excerpt.quote(text))")
    }
    return number
  }

  func wholeNumber(
    _ column: Column, _ name: String, in range: ClosedRange<Int64>
  ) throws(RowFault) -> Int? {
    let text = self[column]
    guard !text.isMissingValue else { return nil }
    guard let number = text.integer, range.contains(number) else {
      throw RowFault(
        .damaged,
        "\(name) is \(Excerpt.quote(text)), expected a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return Int(number)
  }
}

protocol HeaderedFormat: LineFormat {
  associatedtype Column: LogColumn

  var header: LogHeader<Column>? { get set }

  mutating func read(_ row: LogRow<Column>, into sink: inout TraceSink) throws(ReadError)
}

extension HeaderedFormat {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first.map { LogHeader<Column>($0) != nil } ?? false
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard let header else {
      header = LogHeader(line.bytes)
      if let header { return sink.warnOfUnread(header.unread) }
      throw ReadError(
        path: sink.path, line: line.number, kind: .unrecognised,
        message: "expected a header with \(Column.needed)")
    }
    guard let fields = csvFields(line.bytes), fields.count == header.count else {
      return try sink.reject(
        .columnCount, line: line.number, "expected \(header.count) fields as in the header")
    }
    try read(LogRow(fields: fields, header: header, line: line), into: &sink)
  }
}
