package import CanonicalJSON
internal import CLubdub
internal import HapticFormats
internal import Link
internal import LubdubC
package import Lubdub
internal import Sessions
package import Settings
package import TraceReading

/// What a page shows, as JSON: numbers in columns as base64, so that not a bit is lost.
package enum ReportData {
  /// One session of a page. The run is that of the C interface, as in the page itself.
  ///
  /// - Parameters:
  ///   - records: The rows of the trace.
  ///   - report: What became of them.
  ///   - name: The trace's name.
  ///   - configuration: The settings of the run.
  ///   - heart: The intervals of a heart that gives the tempo, in seconds of the session.
  /// - Returns: The session for `page(sessions:)`.
  /// - Throws: `SettingsFileError` for settings that the page's engine does not know.
  package static func session(
    _ records: [TraceRecord], _ report: ReadReport, name: String, configuration: Configuration,
    heart: [(end: Seconds, length: Seconds)]? = nil
  ) throws(SettingsFileError) -> JSONValue {
    let rows = RowColumns(records)
    let input = report.input(name: name)
    let times = records.map(\.observation.time)
    let end = (times.last ?? .zero) - (times.first ?? .zero)
    let beats = heart.map { json($0.filter { $0.end <= end }) } ?? .null
    let options: JSONValue = [
      "settings": SettingsJSON.value(of: configuration), "input": .object(input), "explain": true,
      "heart": beats,
    ]
    let parts = try rows.withRows { rows throws(SettingsFileError) in
      try answer(options) { lubdub_run(rows, $0, $1) }
    }
    var members: [String: JSONValue] = [
      "name": .string(name), "rows": rows.json, "parts": parts, "input": .object(input),
      "reading": report.json,
    ]
    if heart != nil { members["heart"] = beats }
    return .object(members)
  }

  /// A heart as the C interface has it.
  private static func json(_ heart: [(end: Seconds, length: Seconds)]) -> JSONValue {
    [
      "ends": .array(heart.map { .number($0.end.value) }),
      "intervals": .array(heart.map { .number($0.length.value) }),
    ]
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
  /// - Returns: The data for `PageTemplate.session`.
  package static func live(
    name: String, configuration: Configuration, pace: Double
  ) -> JSONValue {
    page([
      "live": [
        "name": .string(name), "settings": SettingsJSON.value(of: configuration),
        "pace": .number(pace),
      ]
    ])
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

/// The rows of a trace in the columns of the C interface.
struct RowColumns {
  private var times: [Double] = []
  private var kinds: [UInt8] = []
  private var ranges: [Double] = []
  private var powers: [Double] = []
  private var firstPathPowers: [Double] = []
  private var channels: [Int16] = []
  private var truths: [Double] = []
  private var deviations: [Double] = []

  init(_ records: some Sequence<TraceRecord>) {
    for record in records {
      let observation = record.observation
      times.append(observation.time.value)
      kinds.append(RowKind(observation).byte)
      ranges.append(observation.range?.value ?? .nan)
      powers.append(observation.rssi?.value ?? .nan)
      firstPathPowers.append(observation.firstPathPower?.value ?? .nan)
      channels.append(observation.channel.map { Int16($0) } ?? -1)
      truths.append(record.truth?.value ?? .nan)
      deviations.append(observation.deviation?.value ?? .nan)
    }
  }

  /// The columns as C has them.
  func withRows<Answer, Failure: Error>(
    _ body: (UnsafePointer<lubdub_rows>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var rows = lubdub_rows()
    rows.count = times.count
    return try withPointer(times) { times throws(Failure) in
      try withPointer(kinds) { kinds throws(Failure) in
        try withPointer(ranges) { ranges throws(Failure) in
          try withPointer(powers) { powers throws(Failure) in
            try withPointer(firstPathPowers) { firstPathPowers throws(Failure) in
              try withPointer(channels) { channels throws(Failure) in
                try withPointer(truths) { truths throws(Failure) in
                  try withPointer(deviations) { deviations throws(Failure) in
                    rows.times = times
                    rows.kinds = kinds
                    rows.ranges = ranges
                    rows.powers = powers
                    rows.first_path_powers = firstPathPowers
                    rows.channels = channels
                    rows.truths = truths
                    rows.deviations = deviations
                    return try body(&rows)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private func withPointer<Number, Answer, Failure: Error>(
    _ column: [Number], _ body: (UnsafePointer<Number>?) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try column.withUnsafeBufferPointer { buffer throws(Failure) in try body(buffer.baseAddress) }
  }

  /// The columns as base64, by the names that the page has for them; without those that hold nothing.
  var json: JSONValue {
    var columns: [String: JSONValue] = ["times": text(times), "kinds": text(kinds)]
    for (name, column) in [
      ("ranges", ranges), ("powers", powers), ("firstPathPowers", firstPathPowers),
      ("truths", truths), ("deviations", deviations),
    ] where column.contains(where: { !$0.isNaN }) {
      columns[name] = text(column)
    }
    if channels.contains(where: { $0 >= 0 }) { columns["channels"] = text(channels) }
    return .object(columns)
  }

  private func text<Number>(_ column: [Number]) -> JSONValue {
    column.withUnsafeBytes { .string(Base64.encode($0)) }
  }
}
