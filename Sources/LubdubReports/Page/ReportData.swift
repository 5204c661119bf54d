/// The data of a page as JSON, with numbers in columns. Every bit is kept, except for estimates, which are rounded to 1 µm,
/// and to 1 mm in a long session.
package enum ReportData {
  package static let contents: SessionRecorder.Contents = [
    .timeline, .considerations, .estimates, .findings,
  ]

  /// The data of a session. `words` are the words of a command line that reads the trace in the same way.
  package static func session(
    _ run: SessionRun, rows: RowColumns, _ report: ReadReport, name: String,
    heart: PageHeart? = nil, words: [String]
  ) throws(SettingError) -> JSONValue {
    let input = report.input(name: name)
    var run = run
    let document = run.document(input: input)
    let parts = EncodedParts(isLong: rows.count > RowColumns.longestText)
    try parts.add(&run, document)
    parts.add(document.timelineDocument)
    let members: [String: JSONValue] = [
      "name": .string(name), "rows": rows.json, "parts": parts.json, "input": .object(input),
      "reading": report.json, "words": .array(words.map { .string($0) }),
    ]
    return .object(members.merging(heart?.ending(by: run.time).members ?? [:]) { $1 })
  }

  /// Throws an error if the page engine has another list of settings than the tool, or if pages reject the configuration.
  package static func requirePage(of configuration: Configuration) throws {
    try PageEngine.requireSameSettings()
    try requireSupported(configuration)
  }

  private static func requireSupported(
    _ configuration: Configuration
  ) throws(SettingsFileError) {
    do {
      _ = try SettingsJSON.decode(
        SettingsJSON.value(of: configuration), source: "settings", vocabulary: .programs)
    } catch {
      throw SettingsFileError(source: "the page", rule: error.rule)
    }
  }

  package static func live(
    name: String, configuration: Configuration, pace: Double, hasLinks: Bool
  ) -> JSONValue {
    [
      "live": [
        "name": .string(name), "settings": SettingsJSON.value(of: configuration),
        "pace": .number(pace), "hasLinks": .bool(hasLinks),
      ]
    ]
  }

  package static func rows(
    _ records: ArraySlice<TraceRecord>, _ report: ReadReport, name: String,
    hasLinks: Bool
  ) -> JSONValue {
    var links: [String: RowColumns] = [:]
    for record in records {
      let link = hasLinks ? report.link(of: record) : nil
      links[link ?? name, default: RowColumns()].add(record.sample, truth: record.truth)
    }
    return [
      "links": .object(links.mapValues(\.json)), "reading": report.json,
      "input": .object(report.input(name: name)),
    ]
  }

  /// The constants that every page has; see web/constants.js for their meaning.
  static var constants: JSONValue {
    [
      "defaults": SettingsJSON.value(of: Preset.default.configuration),
      "presets": .array(
        Vocabulary.programs.presets.map {
          ["name": .string($0.name), "summary": .string($0.summary)]
        }),
      "formats": .array(HapticFormat.allCases.map { .string($0.rawValue) }),
      "radios": .array(
        Radio.allCases.map { ["source": .string($0.rawValue), "name": .string($0.title)] }),
      "events": .array(LinkEvent.allCases.map { .string($0.rawValue) }),
      "statuses": .array(DistanceEstimate.Status.allCases.map { .string($0.rawValue) }),
    ]
  }
}

extension Radio {
  fileprivate var title: String {
    switch self {
    case .uwb: "UWB"
    case .ble: "Bluetooth"
    case .cs: "channel sounding"
    case .gnss: "positions"
    case .reported: "reported distances"
    }
  }
}

/// Encodes numbers as base64, whose overhead the page's compression removes, and JSON unchanged. Parts that the page does
/// not show are omitted. In a long session, the considered changes of zone are also omitted, because the page requests them
/// from the engine.
private final class EncodedParts: PartSink {
  private var parts: [String: JSONValue] = [:]
  private let isLong: Bool

  init(isLong: Bool) { self.isLong = isLong }

  var json: JSONValue { .object(parts) }

  func add<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    let hidden = [
      "deviation", "velocity", "state", "moved", "zone_probability", "contact_probability",
    ]
    guard !hidden.contains(name) else { return }
    // The engine of the page computes every bit itself.
    if ["distance", "low", "high"].contains(name), let estimates = numbers as? [Double] {
      // A drawing of a long session has more rows than pixels.
      let unit = isLong ? 1e3 : 1e6
      parts[name] = RowColumns.numbers(estimates.map { ($0 * unit).rounded() / unit })
    } else {
      parts[name] = numbers.withUnsafeBytes { .string(Base64.encode($0)) }
    }
  }

  func add(_ name: String, _ json: JSONValue) {
    guard name != "considerations" || !isLong else { return }
    parts[name] = .string(String(decoding: JSONWriter.encode(json, lineLength: nil), as: UTF8.self))
  }
}

package struct PageHeart: Sendable {
  /// The intervals of the heart. Each has its end, in seconds of the session, and its length.
  package var intervals: [(end: Seconds, length: Seconds)]
  /// The command that adds this heart to a trace, without `lubdub` and `--trace`, such as `pulse rr.txt`.
  package var words: [String]

  package init(_ intervals: [(end: Seconds, length: Seconds)], words: [String]) {
    self.intervals = intervals
    self.words = words
  }

  func ending(by end: Seconds) -> PageHeart {
    PageHeart(intervals.filter { $0.end <= end }, words: words)
  }

  /// The heart in the form of the C interface, and its words.
  var members: [String: JSONValue] {
    [
      "heart": [
        "ends": .array(intervals.map { .number($0.end.value) }),
        "intervals": .array(intervals.map { .number($0.length.value) }),
      ], "pulse": .array(words.map { .string($0) }),
    ]
  }
}
