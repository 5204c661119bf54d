/// Events at fences and wires as rows of a trace, so that a session gives their cues.
package struct EventRows: Sendable {
  package private(set) var trace: [UInt8] = []
  package private(set) var replaced = 0
  /// How many events lie before the first row of the trace or after the last one.
  package private(set) var outside = 0

  /// The rows of events that are not yet in it, the last of them first.
  private var waiting: [(time: Double, values: [String: JSONValue])]
  private var span: ClosedRange<Double>?

  private static let names = ["t_s", "source", "event", "probability", "fence", "track"]
  private static let events: [LinkEvent] = [.entered, .left, .crossed]

  /// Puts events of tracks into a trace of ours, CSV with commas and a column `t_s` or JSON lines: in the order of
  /// time, each at the moment at which it was decided. The other rows stay as they are; rows of events that are already
  /// in it are replaced. In CSV the columns `source`, `event`, `probability`, `fence` and `track` are added where they
  /// are missing.
  package init(
    _ events: [(event: FenceEvent, track: String)], start: Seconds, into trace: [UInt8],
    path: String
  ) throws(ReadError) {
    waiting = events.map { event, track in
      ((event.decided - start).value.rounded(decimals: 6), track, event)
    }.sorted { ($0.0, $0.1, $0.2.id) > ($1.0, $1.1, $1.2.id) }.map { time, track, event in
      let values: [String: JSONValue] = [
        "t_s": .number(time), "source": .string(Radio.gnss.rawValue),
        "event": .string(event.kind.mark.rawValue),
        "probability": .number(event.probability.rounded(decimals: 6)),
        "fence": .string(event.id), "track": .string(track),
      ]
      return (time, values)
    }
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

  /// Takes a row in behind the events that are due before it; one of an event is replaced.
  private mutating func put(
    _ line: some Sequence<UInt8>, event: String?, isOfFence: Bool, time: Double?,
    _ made: ([String: JSONValue]) -> [UInt8]
  ) {
    let isOurs = event.flatMap(LinkEvent.init).map(Self.events.contains) ?? false
    guard !(isOurs && isOfFence) else { return replaced += 1 }
    if let time {
      span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
      putEvents(before: time, made)
    }
    append(line)
  }

  private mutating func putEvents(before time: Double, _ made: ([String: JSONValue]) -> [UInt8]) {
    while let next = waiting.last, next.time < time { append(made(waiting.removeLast().values)) }
  }

  private mutating func append(_ line: some Sequence<UInt8>) {
    trace.append(contentsOf: line)
    trace.append(0x0A)
  }
}

// MARK: - JSON lines

extension EventRows {
  private mutating func putIntoLines(_ bytes: [UInt8]) {
    func made(_ values: [String: JSONValue]) -> [UInt8] {
      JSONWriter.encode(.object(values), lineLength: nil).filter { $0 != 0x0A }
    }
    for (_, line) in TextLines(bytes) {
      let members = try? JSONParser.parse(line)
      put(
        line, event: members?["event"]?.string, isOfFence: members?["fence"] != nil,
        time: members?["t_s"]?.number, made)
    }
    putEvents(before: .infinity, made)
  }
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
      names += EventRows.names.filter { !names.contains($0) }
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
    putEvents(before: .infinity) { Self.line($0, known) }
  }

  private mutating func put(_ line: LogText, _ columns: Columns) {
    let fields = csvFields(line) ?? []
    // A row that is shorter or longer than its header keeps its fault.
    let padding = fields.count == columns.count ? columns.added.count : 0
    put(
      Array(line) + [UInt8](repeating: UInt8(ascii: ","), count: padding),
      event: columns.value("event", of: fields)?.string,
      isOfFence: columns.value("fence", of: fields)?.isEmpty == false,
      time: columns.value("t_s", of: fields)?.decimal
    ) { Self.line($0, columns) }
  }

  private static func line(_ values: [String: JSONValue], _ columns: Columns) -> [UInt8] {
    let cells = columns.names.map { name in
      switch values[name] {
      case .number(let number): JSONWriter.text(of: number)
      case .string(let text): csvField(text)
      default: ""
      }
    }
    return Array(cells.joined(separator: ",").utf8)
  }
}

extension FenceEvent.Kind {
  /// The mark of a trace that says the same.
  package var mark: LinkEvent {
    switch self {
    case .enter: .entered
    case .leave: .left
    case .cross: .crossed
    }
  }
}
