import JSON
import Observations
import Quantities
import Text

/// The members of one line, in any form that JSON allows, with every check.
struct NDJSONRow {
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

  /// Whether there is a member for a stated deviation, be it `null`.
  var hasDeviation: Bool { members?[CSVHeader.Role.deviation.rawValue] != nil }

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
    var measured = Measurements(
      range: try number(.range), rssi: try number(.rssi),
      firstPathPower: try number(.firstPathPower), truth: try number(.truth),
      deviation: try number(.deviation))
    let event = try event()
    measured.leaveOutAbsences(hasEvent: event != nil)
    let recording = try recordingMember.map { (name) throws(CSVRow.Fault) in try text(name) }
    return CSVRow.Values(
      measured, time: time, radio: try radio(), channel: try channel(), event: event,
      azimuth: angle(.azimuth), elevation: angle(.elevation),
      peer: try text(CSVHeader.Role.peer.rawValue), recording: recording ?? nil)
  }

  private func member(_ name: String) -> JSONValue? {
    guard let value = members?[name], value != .null else { return nil }
    let role = CSVHeader.Role(rawValue: name)
    let mayBeNaN = role == .time || role?.isMeasured == true
    return value.number?.isNaN == true && !mayBeNaN ? nil : value
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
    let number = value.number.flatMap { $0.isFinite ? $0 : nil }
    guard let text = value.string ?? number.map({ JSONWriter.text(of: $0) }) else {
      throw CSVRow.Fault(reason: .notText, found: "\(name) is no text")
    }
    return text.isEmpty ? nil : text
  }

  private func radio() throws(CSVRow.Fault) -> Radio? {
    guard let name = try text(CSVHeader.Role.source.rawValue) else { return nil }
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
