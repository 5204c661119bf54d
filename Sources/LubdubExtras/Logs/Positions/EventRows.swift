public import Lubdub
public import LubdubGround

/// Events at fences and wires as rows of a trace, so that a session gives their cues.
public struct EventRows: Sendable {
  /// The trace with the rows in it.
  public private(set) var trace: [UInt8] = []
  /// How many rows of an earlier call were taken out.
  public private(set) var replaced = 0
  /// How many events lie before the first row of the trace or after the last one.
  public private(set) var outside = 0

  private var waiting: [Row]
  private var span: ClosedRange<Double>?

  private struct Row {
    let time: Double
    let event: LinkEvent
    let probability: Double
    let fence: String
    let track: String
  }

  /// Puts events into a trace in the order of time, each at the moment at which it was decided. The other rows
  /// stay as they are; rows of events that are already in it are replaced.
  ///
  /// In CSV the columns `source`, `event`, `probability`, `fence` and `track` are added where they are missing.
  ///
  /// - Parameters:
  ///   - events: The events, and whose they are.
  ///   - start: The time that counts as 0 in the trace.
  ///   - trace: A trace of ours: CSV with commas and a column `t_s`, or JSON lines.
  ///   - path: Its name, for messages.
  /// - Throws: `ReadError` when it is not one.
  public init(
    _ events: [(event: FenceEvent, track: String)], start: Seconds, into trace: [UInt8],
    path: String
  ) throws(ReadError) {
    waiting = events.map { event, track in
      Row(
        time: (event.decided - start).value.rounded(decimals: 6), event: event.kind.mark,
        probability: event.probability.rounded(decimals: 6), fence: event.id, track: track)
    }.sorted { ($0.time, $0.track, $0.fence) > ($1.time, $1.track, $1.fence) }
    let times = waiting.map(\.time)
    let trace = DecodedText.withoutMark(trace)
    let isJSON = trace.first { $0 > 0x20 } == UInt8(ascii: "{")
    if isJSON {
      putIntoLines(trace)
    } else {
      try putIntoTable(trace, path)
    }
    if let span { outside = times.count { !span.contains($0) } }
  }

  private mutating func due(before time: Double) -> [Row] {
    var rows: [Row] = []
    while let next = waiting.last, next.time < time { rows.append(waiting.removeLast()) }
    return rows
  }

  private mutating func note(_ time: Double) {
    span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
  }

  private mutating func append(_ line: some Sequence<UInt8>) {
    trace.append(contentsOf: line)
    trace.append(0x0A)
  }
}

// MARK: - JSON lines

extension EventRows {
  private mutating func putIntoLines(_ bytes: [UInt8]) {
    for (_, line) in TextLines(bytes) {
      let members = try? JSONParser.parse(line)
      if let name = members?["event"]?.string, Self.isOurs(name), members?["fence"] != nil {
        replaced += 1
        continue
      }
      if let time = members?["t_s"]?.number {
        note(time)
        for row in due(before: time) { append(Self.line(row)) }
      }
      append(line)
    }
    for row in due(before: .infinity) { append(Self.line(row)) }
  }

  private static func line(_ row: Row) -> [UInt8] {
    let object: JSONValue = [
      "t_s": .number(row.time), "source": .string(Radio.gnss.rawValue),
      "event": .string(row.event.rawValue), "probability": .number(row.probability),
      "fence": .string(row.fence), "track": .string(row.track),
    ]
    return JSONWriter.encode(object, lineLength: nil).filter { $0 != 0x0A }
  }

  private static func isOurs(_ name: String) -> Bool {
    LinkEvent(rawValue: name).map(Self.events.contains) ?? false
  }

  private static let events: [LinkEvent] = [.entered, .left, .crossed]
}

// MARK: - CSV

extension EventRows {
  private struct Columns {
    private(set) var names: [String]
    /// How many the table had before.
    let count: Int

    init?(_ header: LogText) {
      guard let fields = csvFields(header) else { return nil }
      names = fields.map { $0.string.lowercased() }
      count = names.count
      guard names.contains("t_s") else { return nil }
      for name in ["source", "event", "probability", "fence", "track"] where !names.contains(name) {
        names.append(name)
      }
    }

    var added: [String] { Array(names[count...]) }

    func value(_ name: String, of fields: [LogText]) -> LogText? {
      names.firstIndex(of: name).flatMap { $0 < fields.count ? fields[$0] : nil }
    }
  }

  private mutating func putIntoTable(_ bytes: [UInt8], _ path: String) throws(ReadError) {
    var columns: Columns?
    var isKnown = true
    for (_, line) in TextLines(bytes) {
      if !isKnown || line.isEmpty || line.first == UInt8(ascii: "#") {
        append(line)
      } else if let known = columns {
        put(line, known)
      } else {
        columns = Columns(line)
        isKnown = columns != nil
        let added = columns?.added.map { ",\($0)" }.joined() ?? ""
        append(Array(line) + added.utf8)
      }
    }
    guard let known = columns else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message: "events go into a trace of ours: CSV with commas and a column t_s, or JSON lines; "
          + "lubdub import makes one of another log")
    }
    for row in due(before: .infinity) { append(Self.line(row, known)) }
  }

  private mutating func put(_ line: LogText, _ columns: Columns) {
    let fields = csvFields(line) ?? []
    let event = columns.value("event", of: fields)?.string ?? ""
    if Self.isOurs(event), columns.value("fence", of: fields)?.isEmpty == false {
      return replaced += 1
    }
    if let time = columns.value("t_s", of: fields)?.decimal {
      note(time)
      for row in due(before: time) { append(Self.line(row, columns)) }
    }
    // A row that is shorter or longer than its header keeps its fault.
    let padding = fields.count == columns.count ? columns.added.count : 0
    append(Array(line) + [UInt8](repeating: UInt8(ascii: ","), count: padding))
  }

  private static func line(_ row: Row, _ columns: Columns) -> [UInt8] {
    let values = [
      "t_s": JSONWriter.text(of: row.time), "source": Radio.gnss.rawValue,
      "event": row.event.rawValue, "probability": JSONWriter.text(of: row.probability),
      "fence": csvField(row.fence), "track": csvField(row.track),
    ]
    return Array(columns.names.map { values[$0] ?? "" }.joined(separator: ",").utf8)
  }
}

extension FenceEvent.Kind {
  /// The mark of a trace that says the same.
  public var mark: LinkEvent {
    switch self {
    case .enter: .entered
    case .leave: .left
    case .cross: .crossed
    }
  }
}
