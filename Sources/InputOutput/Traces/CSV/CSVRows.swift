import Observations
import Quantities
import Text

/// Reads the rows below a CSV header, one line at a time: quoted fields, missing values,
/// other number forms and every check.
struct CSVRows: Sendable {
  private(set) var header: CSVHeader
  /// How often the columns have changed.
  private(set) var changes = 0

  /// Reads the header.
  init(
    header line: LineSplitter.Line, options: ReadOptions, path: String
  ) throws(ReadError) {
    guard let header = CSVHeader(line.bytes, recordingColumns: options.possibleRecordingColumns)
    else {
      throw ReadError(
        path: path, line: line.number, kind: .unrecognised,
        message: "expected a header with t_s and range_m, rssi_dbm or event")
    }
    if let name = options.recordingColumn, !header.roles.contains(.recording) {
      throw ReadError(
        path: path, line: line.number, kind: .unrecognised, message: "there is no column \(name)")
    }
    if let role = header.repeated {
      throw ReadError(
        path: path, line: line.number, kind: .unrecognised,
        message: "the column \(role.rawValue) appears twice")
    }
    self.header = header
  }

  /// Reads one row, or a header in the middle of files that were put one after another.
  mutating func read(_ line: LineSplitter.Line, into sink: inout TraceSink) throws(ReadError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    guard TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    if !line.isClosed {
      sink.warn("the last line has no line end and may be cut")
      guard line.bytes.last != UInt8(ascii: ".") else {
        return try sink.reject(.damaged, line: line.number, "the line ends within a number")
      }
    }
    switch CSVRow(line.bytes, header: header).parse() {
    case .failure(let fault):
      if let next = nextHeader(line, sink.options) { return take(next, line, &sink) }
      try sink.reject(fault.reason, line: line.number, fault.found)
    case .success(let values): try sink.accept(values, line: line.number)
    }
  }
}

extension CSVRows {
  /// The header that a line is, which could not be read as a row.
  private func nextHeader(_ line: LineSplitter.Line, _ options: ReadOptions) -> CSVHeader? {
    guard line.isClosed, line.bytes.contains(UInt8(ascii: "_")) else { return nil }
    let next = CSVHeader(line.bytes, recordingColumns: options.possibleRecordingColumns)
    return next?.repeated == nil ? next : nil
  }

  private mutating func take(
    _ next: CSVHeader, _ line: LineSplitter.Line, _ sink: inout TraceSink
  ) {
    sink.ignore()
    guard next != header else { return }
    header = next
    changes += 1
    if changes == 1 { sink.warn("the columns change, first in line \(line.number)") }
  }
}

/// The fields of one line.
struct CSVRow {
  /// Why a line is no row.
  struct Fault: Error {
    let reason: RejectionReason
    let found: String
  }

  /// What a row says.
  struct Values {
    var observation: Observation
    var truth: Meters?
    /// NaN where the row has something that is no number.
    var azimuth: Degrees?
    var elevation: Degrees?
    var peer: String?
    var recording: String?
    /// What was left out of the row, in words.
    var leftOut: [(reason: RejectionReason, message: String)] = []
  }

  private let fields: [UnsafeRawBufferPointer]
  private let header: CSVHeader

  init(_ line: UnsafeRawBufferPointer, header: CSVHeader) {
    self.header = header
    var fields = Self.unquotedFields(line, separator: header.separator)
    if fields.count != header.roles.count {
      fields = Self.quotedFields(line, separator: header.separator)
    }
    self.fields = fields.map(Self.bare)
  }

  func parse() -> Result<Values, Fault> {
    do throws(Fault) {
      return .success(try values())
    } catch {
      return .failure(error)
    }
  }

  private func values() throws(Fault) -> Values {
    let extra = fields.dropFirst(header.roles.count)
    guard fields.count >= header.roles.count, extra.allSatisfy(\.isEmpty) else {
      throw Fault(
        reason: .columnCount,
        found: "\(counted(fields.count, "column")) where the header has \(header.roles.count)")
    }
    guard let time = try number(.time) else { throw Fault(reason: .missingTime, found: "") }
    var measured = Measurements(
      range: try number(.range), rssi: try number(.rssi),
      firstPathPower: try number(.firstPathPower), truth: try number(.truth),
      deviation: try number(.deviation))
    let event = try event()
    measured.leaveOutAbsences(hasEvent: event != nil)
    return Values(
      measured, time: time, radio: try radio(), channel: try channel(), event: event,
      azimuth: angle(.azimuth), elevation: angle(.elevation), peer: try text(.peer),
      recording: try text(.recording))
  }

  /// The field of a role, if it holds anything. `NaN` counts as something where a time or a
  /// measurement is expected.
  private func field(_ role: CSVHeader.Role) -> UnsafeRawBufferPointer? {
    guard let place = header.place(of: role), !fields[place].isEmpty else { return nil }
    switch MissingWord(fields[place]) {
    case nil: return fields[place]
    case .noValue: return nil
    case .nan: return role == .time || role.isMeasured ? fields[place] : nil
    }
  }

  private func text(_ role: CSVHeader.Role) throws(Fault) -> String? {
    guard let field = field(role) else { return nil }
    guard !field.contains(0), let text = String(validating: field, as: UTF8.self) else {
      throw Fault(reason: .notText, found: "\(role.rawValue) holds bytes that are no text")
    }
    return Self.single(text)
  }

  private func number(_ role: CSVHeader.Role) throws(Fault) -> Double? {
    guard let field = field(role) else { return nil }
    switch DecimalNumber.parse(Self.trim(field)) {
    case .number(let number): return number
    case .notFinite where role.isMeasured && DecimalNumber.isNaN(Self.trim(field)): return .nan
    case .notFinite: throw Fault(reason: .notFinite, found: found(role, field))
    case .malformed:
      throw Fault(reason: .notANumber, found: found(role, field) + Self.cure(for: field))
    }
  }

  private func angle(_ role: CSVHeader.Role) -> Degrees? {
    guard let field = field(role) else { return nil }
    guard case .number(let number) = DecimalNumber.parse(Self.trim(field)) else {
      return Degrees(.nan)
    }
    return Degrees(number)
  }

  /// What to do about text that is nearly a number.
  private static func cure(for field: UnsafeRawBufferPointer) -> String {
    let commas = field.count { $0 == UInt8(ascii: ",") }
    let rest = field.filter { $0 != UInt8(ascii: ",") }
    if commas == 1, case .number = rest.withUnsafeBytes({ DecimalNumber.parse($0) }) {
      return field.suffix(3).contains(UInt8(ascii: ","))
        ? " with a decimal comma, write a point or read it with --decimal ,"
        : " with a comma; write a point for decimals, or read it with --decimal , where commas are decimal marks"
    }
    let isDate =
      field.count >= 10 && field[4] == UInt8(ascii: "-")
      && field[7] == UInt8(ascii: "-") && field[0] &- 0x30 < 10
    return isDate ? ", a date; write seconds" : ""
  }

  private func radio() throws(Fault) -> Radio? {
    guard let field = field(.source) else { return nil }
    guard let radio = Radio(rawValue: String(decoding: field, as: UTF8.self).lowercased()) else {
      throw Fault(reason: .unknownSource, found: found(.source, field))
    }
    return radio
  }

  private func channel() throws(Fault) -> UInt8? {
    guard let field = field(.channel), let number = try number(.channel) else { return nil }
    guard let channel = UInt8(exactly: number) else {
      throw Fault(reason: .unknownChannel, found: found(.channel, field))
    }
    return channel
  }

  private func event() throws(Fault) -> LinkEvent? {
    guard let field = field(.event) else { return nil }
    guard let event = LinkEvent(rawValue: String(decoding: field, as: UTF8.self)) else {
      throw Fault(reason: .unknownEvent, found: found(.event, field))
    }
    return event
  }

  private func found(_ role: CSVHeader.Role, _ field: UnsafeRawBufferPointer) -> String {
    "\(role.rawValue) is \(Excerpt.quote(field))"
  }

  private static func unquotedFields(
    _ line: UnsafeRawBufferPointer, separator: UInt8
  ) -> [UnsafeRawBufferPointer] {
    line.split(separator: separator, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0) }
  }

  /// Fields where a separator between double quotes is part of the field.
  private static func quotedFields(
    _ line: UnsafeRawBufferPointer, separator: UInt8
  ) -> [UnsafeRawBufferPointer] {
    var isQuoted = false
    return line.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }
    .map { UnsafeRawBufferPointer(rebasing: $0) }
  }

  /// The field without spaces and one pair of quotes around it.
  private static func bare(_ field: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let trimmed = trim(field)
    guard trimmed.count >= 2, trimmed.first == UInt8(ascii: "\""),
      trimmed.last == UInt8(ascii: "\"")
    else { return trimmed }
    return UnsafeRawBufferPointer(rebasing: trimmed.dropFirst().dropLast())
  }

  /// The text with every doubled quote (RFC 4180) as a single one.
  private static func single(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
    var isSecond = false
    let bytes = text.utf8.filter { byte in
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      return byte != UInt8(ascii: "\"") || isSecond
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func trim(_ field: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let rest = field.drop { $0 == 0x20 || $0 == 0x09 }
    let end = rest.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? rest.startIndex
    return UnsafeRawBufferPointer(rebasing: rest[..<end])
  }
}
