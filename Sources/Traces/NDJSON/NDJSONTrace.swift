import CanonicalJSON
import Quantities
import Ranging

/// Our own trace as one JSON object a line, with the members that the CSV columns are named after.
struct NDJSONTrace: TraceFormat {
  static let name = "ndjson"
  static let summary = "tidy trace, one JSON object a line: {\"t_s\": 0.1, \"range_m\": 1.5}"

  private var lines = LineSplitter()
  private let options: ReadOptions
  private var isAtFirstRow = true

  init(options: ReadOptions) {
    self.options = options
  }

  static func recognises(_ prefix: [UInt8]) -> Bool {
    guard let line = TextPrefix.firstRow(prefix), let value = try? JSONParser.parse(line) else {
      return false
    }
    return value[CSVHeader.Role.time.rawValue] != nil
  }

  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, into sink: inout TraceSink
  ) throws(TraceError) {
    // Taken out, so that what waits in it is not copied.
    var lines = LineSplitter()
    swap(&lines, &self.lines)
    defer { swap(&lines, &self.lines) }
    try lines.feed(bytes) { (line) throws(TraceError) in try read(line, into: &sink) }
  }

  mutating func finish(into sink: inout TraceSink) throws(TraceError) {
    var lines = lines
    try lines.finish { (line) throws(TraceError) in try read(line, into: &sink) }
  }

  private mutating func read(
    _ line: LineSplitter.Line, into sink: inout TraceSink
  ) throws(TraceError) {
    guard !line.isTooLong else { return try sink.reject(.lineTooLong, line: line.number) }
    guard TextPrefix.isRow(line.bytes) else { return sink.ignore() }
    let value: JSONValue
    do {
      value = try JSONParser.parse(line.bytes)
    } catch {
      return try sink.reject(.notJSON, line: line.number, error.rule)
    }
    let row = NDJSONRow(value, recordingMember: options.recordingColumn)
    switch row.parse() {
    case .failure(let fault): try sink.reject(fault.reason, line: line.number, fault.found)
    case .success(let values):
      if isAtFirstRow { sink.report.carriesAngles = row.hasAngles }
      isAtFirstRow = false
      try sink.accept(
        values.observation, truth: values.truth, azimuth: values.azimuth,
        elevation: values.elevation, peer: values.peer, recording: values.recording,
        line: line.number)
    }
  }
}

/// The members of one line.
private struct NDJSONRow {
  private let members: [String: JSONValue]?
  private let recordingMember: String?

  init(_ value: JSONValue, recordingMember: String?) {
    members = value.object
    self.recordingMember = recordingMember
  }

  /// Whether there are members for angles of arrival, be they `null`.
  var hasAngles: Bool {
    [CSVHeader.Role.azimuth, .elevation].contains { members?[$0.rawValue] != nil }
  }

  func parse() -> Result<CSVRow.Values, CSVRow.Fault> {
    do throws(CSVRow.Fault) {
      return .success(try values())
    } catch {
      return .failure(error)
    }
  }

  private func values() throws(CSVRow.Fault) -> CSVRow.Values {
    guard members != nil else { throw CSVRow.Fault(reason: .notJSON, found: "") }
    guard let time = try number(.time) else {
      throw CSVRow.Fault(reason: .missingTime, found: "")
    }
    let range = try number(.range)
    let rssi = try number(.rssi)
    let observation = Observation(
      time: Seconds(time), radio: try radio(hasRange: range != nil, hasSignal: rssi != nil),
      range: range.map { Meters($0 + 0) }, rssi: rssi.map { DBm($0) },
      firstPathPower: try number(.firstPathPower).map { DBm($0) }, channel: try channel(),
      event: try event())
    let recording = try recordingMember.map { (name) throws(CSVRow.Fault) in try text(name) }
    return CSVRow.Values(
      observation: observation, truth: try number(.truth).map { Meters($0 + 0) },
      azimuth: angle(.azimuth), elevation: angle(.elevation),
      peer: try text(CSVHeader.Role.peer.rawValue), recording: recording ?? nil)
  }

  private func member(_ name: String) -> JSONValue? {
    guard let value = members?[name], value != .null else { return nil }
    return value
  }

  private func number(_ role: CSVHeader.Role) throws(CSVRow.Fault) -> Double? {
    guard let value = member(role.rawValue) else { return nil }
    guard let number = value.number else {
      throw CSVRow.Fault(reason: .notANumber, found: "\(role.rawValue) is no number")
    }
    return number
  }

  private func angle(_ role: CSVHeader.Role) -> Degrees? {
    member(role.rawValue).map { Degrees($0.number ?? .nan) }
  }

  private func text(_ name: String) throws(CSVRow.Fault) -> String? {
    guard let value = member(name) else { return nil }
    guard let text = value.string ?? value.number.map({ JSONWriter.text(of: $0) }) else {
      throw CSVRow.Fault(reason: .notText, found: "\(name) is no text")
    }
    return text.isEmpty ? nil : text
  }

  private func radio(hasRange: Bool, hasSignal: Bool) throws(CSVRow.Fault) -> Radio {
    guard let name = try text(CSVHeader.Role.source.rawValue) else {
      return hasRange || !hasSignal ? .uwb : .ble
    }
    guard let radio = Radio(rawValue: name.lowercased()) else {
      throw CSVRow.Fault(reason: .unknownSource, found: "source is \(Excerpt.quote(name.utf8))")
    }
    return radio
  }

  private func channel() throws(CSVRow.Fault) -> UInt8? {
    guard let number = try number(.channel) else { return nil }
    guard let channel = UInt8(exactly: number) else {
      throw CSVRow.Fault(reason: .unknownChannel, found: "channel is \(number)")
    }
    return channel
  }

  private func event() throws(CSVRow.Fault) -> LinkEvent? {
    guard let name = try text(CSVHeader.Role.event.rawValue) else { return nil }
    guard let event = LinkEvent(rawValue: name) else {
      throw CSVRow.Fault(reason: .unknownEvent, found: "event is \(Excerpt.quote(name.utf8))")
    }
    return event
  }
}
