import JSON
import Observations
import Quantities
import Text

/// The members of one line, in any form that JSON allows, with every check.
struct NDJSONRow: TraceFields {
  private let members: [String: JSONValue]?
  private let recordingMember: String?

  init(_ value: JSONValue, recordingMember: String?) {
    members = value.object
    self.recordingMember = recordingMember
  }

  /// Whether there are members for angles of arrival, be they `null`.
  var hasAngles: Bool {
    [ColumnRole.azimuth, .elevation].contains { members?[$0.rawValue] != nil }
  }

  /// Whether there is a member for a stated deviation, be it `null`.
  var hasDeviation: Bool { members?[ColumnRole.deviation.rawValue] != nil }

  /// The row.
  ///
  /// - Parameter time: The time of a row that has none; `nil` rejects it.
  /// - Returns: The row, or what is wrong with it.
  func parse(else time: Double?) -> Result<TraceRow, TraceRow.Fault> {
    do throws(TraceRow.Fault) {
      guard members != nil else { throw TraceRow.Fault(reason: .notJSON, found: "") }
      guard let time = try number(.time) ?? time else {
        throw TraceRow.Fault(reason: .missingTime, found: "")
      }
      return .success(try TraceRow(self, at: time))
    } catch {
      return .failure(error)
    }
  }

  private func member(_ role: ColumnRole) -> JSONValue? {
    let name = role == .recording ? recordingMember : role.rawValue
    guard let name, let value = members?[name], value != .null else { return nil }
    let mayBeNaN = role == .time || role.isMeasured
    return value.number?.isNaN == true && !mayBeNaN ? nil : value
  }

  func number(_ role: ColumnRole) throws(TraceRow.Fault) -> Double? {
    guard let value = member(role) else { return nil }
    guard let number = value.number else {
      throw TraceRow.Fault(reason: .notANumber, found: "\(role.rawValue) is no number")
    }
    return number
  }

  func angle(_ role: ColumnRole) -> Degrees? { member(role).map { Degrees($0.number ?? .nan) } }

  func word(_ role: ColumnRole) throws(TraceRow.Fault) -> String? { try text(role) }

  func text(_ role: ColumnRole) throws(TraceRow.Fault) -> String? {
    guard let value = member(role) else { return nil }
    guard let text = Self.text(value) else {
      let name = role == .recording ? recordingMember : nil
      throw TraceRow.Fault(reason: .notText, found: "\(name ?? role.rawValue) is no text")
    }
    return text.isEmpty ? nil : text
  }

  private static func text(_ value: JSONValue) -> String? {
    let number = value.number.flatMap { $0.isFinite ? $0 : nil }
    return value.string ?? number.map { JSONWriter.text(of: $0) }
  }

  func found(_ role: ColumnRole) -> String {
    let value = member(role) ?? .null
    if role == .channel, let number = value.number { return "\(role.rawValue) is \(number)" }
    return "\(role.rawValue) is \(Excerpt.quote((Self.text(value) ?? "").utf8))"
  }
}
