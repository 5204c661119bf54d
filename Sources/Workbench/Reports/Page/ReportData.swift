package import JSON
internal import CLubdub
internal import HapticFormats
internal import Observations
internal import LubdubC
package import Lubdub
internal import Sessions
package import Settings
package import Text
package import Traces

/// What a page shows, as JSON: numbers in columns, of which not a bit is lost.
package enum ReportData {
  /// One session of a page. The run is that of the C interface, as in the page itself.
  ///
  /// - Parameters:
  ///   - records: The rows of the trace.
  ///   - report: What became of them.
  ///   - name: The trace's name.
  ///   - configuration: The settings of the run.
  ///   - heart: The heart that gives the tempo; `nil` for none.
  /// - Returns: The session for `page(sessions:)`.
  /// - Throws: `SettingsFileError` for settings that the page's engine does not know.
  package static func session(
    _ records: [TraceRecord], _ report: ReadReport, name: String, configuration: Configuration,
    heart: PageHeart? = nil
  ) throws(SettingsFileError) -> JSONValue {
    let rows = RowColumns(records)
    let input = report.input(name: name)
    let times = records.map(\.observation.time)
    let end = (times.last ?? .zero) - (times.first ?? .zero)
    let heart = heart?.ending(by: end)
    let options: JSONValue = [
      "settings": SettingsJSON.value(of: configuration), "input": .object(input), "explain": true,
      "heart": heart?.json ?? .null,
    ]
    let parts = try rows.withRows { rows throws(SettingsFileError) in
      try answer(options) { lubdub_run(rows, $0, $1) }
    }
    var members: [String: JSONValue] = [
      "name": .string(name), "rows": rows.json, "parts": parts, "input": .object(input),
      "reading": report.json,
    ]
    for (name, value) in heart?.members ?? [:] { members[name] = value }
    return .object(members)
  }

  /// The data of a page.
  ///
  /// - Parameter sessions: What `session` made, in the order in which they can be chosen.
  /// - Returns: The data for `PageTemplate.session`.
  package static func page(sessions: [JSONValue]) -> JSONValue {
    page(["sessions": .array(sessions)])
  }

  /// The data of a page that holds no session yet.
  package static var empty: JSONValue { page([:]) }

  /// The data of a page that a running session's rows are sent to; see `rows`.
  ///
  /// - Parameters:
  ///   - name: The trace's name.
  ///   - configuration: The settings to begin with.
  ///   - pace: How many seconds of the session pass in one.
  ///   - heart: The heart that gives the tempo; `nil` for none.
  /// - Returns: The data for `PageTemplate.session`.
  package static func live(
    name: String, configuration: Configuration, pace: Double, heart: PageHeart? = nil
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "settings": SettingsJSON.value(of: configuration),
      "pace": .number(pace),
    ]
    for (name, value) in heart?.members ?? [:] { members[name] = value }
    return page(["live": .object(members)])
  }

  /// Rows of a running session.
  ///
  /// - Parameters:
  ///   - records: The rows that are new.
  ///   - report: What became of all rows until now.
  /// - Returns: One message to a page.
  package static func rows(
    _ records: ArraySlice<TraceRecord>, _ report: ReadReport
  ) -> JSONValue {
    ["rows": RowColumns(records).json, "reading": report.json]
  }

  /// What every page has: the settings that there are, their defaults, the formats.
  static func page(_ members: [String: JSONValue]) -> JSONValue {
    var members = members
    members["catalog"] = .array((SettingsCatalog.json.array ?? []).map { shortened($0) })
    members["defaults"] = SettingsJSON.value(of: Preset.default.configuration)
    members["formats"] = .array(HapticFormat.allCases.map { .string($0.rawValue) })
    return .object(members)
  }

  /// A setting without its description where the page has no control for it.
  private static func shortened(_ entry: JSONValue) -> JSONValue {
    guard entry["level"]?.string != "basic" else { return entry }
    return .object((entry.object ?? [:]).filter { ["key", "level", "kind"].contains($0.key) })
  }

  /// The parts of a result of the C interface, each as base64; velocities are not shown.
  private static func answer(
    _ options: JSONValue, _ call: (UnsafePointer<CChar>?, Int) -> OpaquePointer?
  ) throws(SettingsFileError) -> JSONValue {
    let text = JSONWriter.encode(options, lineLength: nil).map { CChar(bitPattern: $0) }
    let result = text.withUnsafeBufferPointer { call($0.baseAddress, $0.count) }
    defer { lubdub_release(result) }
    var parts: [String: JSONValue] = [:]
    for index in 0..<lubdub_part_count(result) {
      var count = 0
      guard let name = lubdub_part_name(result, index),
        let bytes = lubdub_part_bytes(result, index, &count)
      else { continue }
      let content = UnsafeRawBufferPointer(start: bytes, count: count)
      guard lubdub_status(result) == LUBDUB_OK else {
        // What failed has one part, the reason.
        throw SettingsFileError(
          source: "the page", rule: String(decoding: content, as: UTF8.self))
      }
      parts[String(cString: name)] = .string(Base64.encode(content))
    }
    parts["velocity"] = nil
    return .object(parts)
  }
}
