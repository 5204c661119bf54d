internal import Observations
internal import Quantities
internal import Text

/// A CSV of somebody else's, whose columns are named by a `ColumnMapping`. Rows are read one by one, in a
/// microsecond or two each.
struct MappedCSV: LineTrace {
  static let name = "mapped-csv"
  static let summary = "any CSV, with the columns that a mapping names"

  var lines = LineSplitter()
  private let mapping: ColumnMapping
  private let period: Seconds?
  private var places: ColumnMapping.Places?
  /// Rows so far, for logs without times.
  private var rows = 0

  init(options: ReadOptions) {
    mapping = options.columns ?? .tidyWithDecimalComma
    period = options.period
  }

  /// `false`: it is taken where a mapping fits.
  static func recognises(_ prefix: [UInt8]) -> Bool { false }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(ReadError) {
    try readLines(bytes, into: &sink)
  }

  mutating func read(
    _ line: LineSplitter.Line, into sink: inout TraceSink
  ) throws(ReadError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    guard TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    let text = Array(line.bytes)[...]
    guard let places else { return try readHeader(text, line.number, &sink) }
    guard let fields = csvFields(text, separator: places.separator), fields.count >= places.count
    else {
      return try sink.reject(
        .columnCount, line: line.number,
        "not the \(places.count) columns that the header has")
    }
    let row = MappedRow(fields: fields, places: places.places, mapping: mapping)
    switch row.parse(else: period.map { Double(rows) * $0.value }) {
    case .success(let values):
      rows += 1
      try sink.accept(values, line: line.number)
    case .failure(let fault):
      // Files that were put one after another have the header again.
      if places == mapping.places(in: text) { return sink.ignore() }
      rows += 1
      try sink.reject(fault.reason, line: line.number, fault.found)
    }
  }

  private mutating func readHeader(
    _ text: LogText, _ number: Int, _ sink: inout TraceSink
  ) throws(ReadError) {
    if let fault = mapping.fault(of: text) {
      throw ReadError(
        path: sink.path, line: number, kind: .unrecognised,
        message:
          "\(fault); the header is \(Excerpt.quote(text)). Write the name as it stands there, or "
          + "leave the field out")
    }
    guard let found = mapping.places(in: text) else {
      throw ReadError(
        path: sink.path, line: number, kind: .unrecognised,
        message: "the header \(Excerpt.quote(text)) lacks a column of \(mapping.text)")
    }
    guard found.places[.time] != nil || period != nil else {
      throw ReadError(
        path: sink.path, line: number, kind: .unrecognised,
        message:
          "no column of times is named; name one, or say how many rows a second there are")
    }
    places = found
    if let truth = mapping.columns[.truth], found.places[.truth] == nil, mapping.needsEveryColumn {
      sink.warn("there is no column \(truth.name), so the rows have no truth")
    }
    sink.report.carriesRecordings = found.places[.recording] != nil
  }
}

/// One row of a mapped CSV.
private struct MappedRow {
  let fields: [LogText]
  let places: [ColumnMapping.Field: Int]
  let mapping: ColumnMapping

  /// Reads the row.
  ///
  /// - Parameter time: When it is, in s, where no column tells.
  /// - Returns: What it says, or why it is no row.
  func parse(else time: Double?) -> Result<CSVRow.Values, CSVRow.Fault> {
    do throws(CSVRow.Fault) {
      guard let time = try self.time ?? time else {
        throw CSVRow.Fault(reason: .missingTime, found: "")
      }
      return .success(try values(at: time))
    } catch {
      return .failure(error)
    }
  }

  /// The field, if it holds anything.
  private func field(_ field: ColumnMapping.Field) -> LogText? {
    guard let place = places[field] else { return nil }
    let text = fields[place]
    return text.isEmpty || MissingWord(text) == .noValue ? nil : text
  }

  private func number(_ name: ColumnMapping.Field) throws(CSVRow.Fault) -> Double? {
    guard var text = field(name) else { return nil }
    let found = "\(mapping.columns[name]?.name ?? name.rawValue) is \(Excerpt.quote(text))"
    if mapping.usesDecimalComma {
      text = text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }[...]
    }
    switch text.parsedDecimal {
    case .number(let number): return number / (mapping.columns[name]?.unit ?? .seconds).divisor
    case .notFinite:
      guard MissingWord(text) != .nan else { return .nan }
      throw CSVRow.Fault(reason: .notFinite, found: found)
    case .malformed:
      let comma = text.contains(UInt8(ascii: ",")) ? " with a decimal comma" : ""
      throw CSVRow.Fault(reason: .notANumber, found: found + comma)
    }
  }

  /// Seconds; `nil` without a column of times.
  private var time: Double? {
    get throws(CSVRow.Fault) {
      guard places[.time] != nil else { return nil }
      guard let text = field(.time) else { throw CSVRow.Fault(reason: .missingTime, found: "") }
      guard mapping.columns[.time]?.unit == .iso else {
        guard let time = try number(.time) else {
          throw CSVRow.Fault(reason: .missingTime, found: "")
        }
        return time
      }
      guard let nanoseconds = CivilTime.nanoseconds(text) else {
        throw CSVRow.Fault(
          reason: .notATime,
          found: "\(mapping.columns[.time]?.name ?? "t") is \(Excerpt.quote(text))")
      }
      return Double(nanoseconds) / 1e9
    }
  }

  private func values(at time: Double) throws(CSVRow.Fault) -> CSVRow.Values {
    let event = try event()
    var measured = Measurements(
      range: try number(.range), rssi: try number(.rssi), firstPathPower: nil,
      truth: try number(.truth))
    // -1 stands for no measurement in every unit.
    if isMinusOne(.range) { measured.range = -1 }
    if isMinusOne(.truth) { measured.truth = -1 }
    measured.leaveOutAbsences(hasEvent: event != nil)
    return CSVRow.Values(
      measured, time: time, radio: try radio(), channel: nil, event: event, azimuth: nil,
      elevation: nil, peer: field(.peer)?.string, recording: field(.recording)?.string)
  }

  private func isMinusOne(_ name: ColumnMapping.Field) -> Bool {
    field(name)?.decimal == -1
  }

  private func event() throws(CSVRow.Fault) -> LinkEvent? {
    guard let text = field(.event) else { return nil }
    guard let event = LinkEvent(rawValue: text.string) else {
      throw CSVRow.Fault(reason: .unknownEvent, found: "event is \(Excerpt.quote(text))")
    }
    return event
  }

  private func radio() throws(CSVRow.Fault) -> Radio? {
    guard let text = field(.source) else { return nil }
    guard let radio = Radio(rawValue: text.string.lowercased()) else {
      throw CSVRow.Fault(reason: .unknownSource, found: "source is \(Excerpt.quote(text))")
    }
    return radio
  }
}
