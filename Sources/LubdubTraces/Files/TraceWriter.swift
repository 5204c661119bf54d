/// Writes rows as Lubdub's own trace; reading them again gives the same rows, bit for bit. `take` removes `bytes`.
public struct TraceWriter: Sendable {
  /// The two forms of a trace.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A header and comma-separated values.
    case csv
    /// One JSON object per line; unknown members are omitted.
    case ndjson
  }

  /// The form of the trace.
  public let format: Format
  /// Whether rows have fields for angles of arrival.
  public let hasAngles: Bool
  /// Whether rows have a field for the deviation that a device states.
  public let hasDeviations: Bool
  /// Whether rows have a field for the recording.
  public let hasRecordings: Bool
  /// Whether names in CSV begin with an apostrophe if a spreadsheet would treat them as a formula.
  public var isSpreadsheetSafe = false
  /// The written bytes that have not been removed yet.
  public private(set) var bytes: [UInt8] = []

  private let columns: [ColumnRole]

  /// A writer at the start of a trace. Angles, deviations, and the recording are written only if rows have fields for them.
  public init(
    _ format: Format = .csv, hasAngles: Bool = false, hasDeviations: Bool = false,
    hasRecordings: Bool = false
  ) {
    self.format = format
    self.hasAngles = hasAngles
    self.hasDeviations = hasDeviations
    self.hasRecordings = hasRecordings
    columns =
      [.time, .source, .range, .rssi, .truth, .event, .firstPathPower, .channel, .peer]
      + (hasAngles ? [.azimuth, .elevation] : []) + (hasDeviations ? [.deviation] : [])
      + (hasRecordings ? [.recording] : [])
    guard format == .csv else { return }
    bytes.append(contentsOf: columns.map(\.rawValue).joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes one row of finite values. In CSV, line ends in the names of the link and the recording become spaces.
  public mutating func write(_ record: TraceRecord, peer: String? = nil, recording: String? = nil) {
    guard format == .csv else {
      var members: [String: JSONValue] = [:]
      for role in columns {
        let value = Self.value(role, record, peer: peer, recording: recording)
        let isOptional = [.azimuth, .elevation, .deviation, .recording].contains(role)
        members[role.rawValue] = value ?? (isOptional ? .null : nil)
      }
      bytes.append(contentsOf: JSONWriter.encode(.object(members), lineLength: nil))
      return
    }
    let names = (peer?.utf8.count ?? 0) + (recording?.utf8.count ?? 0)
    let capacity = columns.count * LineBuffer.numberLength + 2 * names
    let (columns, isSafe, comma) = (columns, isSpreadsheetSafe, UInt8(ascii: ","))
    bytes.appendLine(capacity: capacity) { line in
      for role in columns {
        if let number = Self.number(role, record) {
          line.append(number, then: comma)
        } else if role == .source {
          line.append(record.sample.radio.rawValue, then: comma)
        } else if let text = Self.text(role, record, peer: peer, recording: recording) {
          line.append(Self.field(text, isSafe: isSafe), then: comma)
        } else {
          line.append(comma)
        }
      }
      line.end()
    }
  }

  /// Removes and returns the bytes that have been written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// A whole trace of finite values as bytes, with angles if any row has an angle, and links if their names are given.
  public static func encode(
    _ records: [TraceRecord], peers: NameTable? = nil, as format: Format = .csv
  ) -> [UInt8] {
    let hasAngles = records.contains { $0.angles != .unknown }
    let hasDeviations = records.contains { $0.sample.deviation != nil }
    var writer = TraceWriter(format, hasAngles: hasAngles, hasDeviations: hasDeviations)
    for record in records { writer.write(record, peer: record.peer.flatMap { peers?[$0] }) }
    return writer.bytes
  }

  private static func value(
    _ role: ColumnRole, _ record: TraceRecord, peer: String?, recording: String?
  ) -> JSONValue? {
    number(role, record).map { .number($0) }
      ?? text(role, record, peer: peer, recording: recording).map { .string($0) }
  }

  @inline(__always) private static func number(_ role: ColumnRole, _ record: TraceRecord) -> Double?
  {
    switch role {
    case .time: record.sample.time.value
    case .range: record.sample.range?.value
    case .rssi: record.sample.rssi?.value
    case .truth: record.truth?.value
    case .firstPathPower: record.sample.firstPathPower?.value
    case .channel: record.sample.channel.map(Double.init)
    case .azimuth: record.angles.azimuth?.value
    case .elevation: record.angles.elevation?.value
    case .deviation: record.sample.deviation?.value
    case .source, .event, .peer, .recording, .date, .ignored: nil
    }
  }

  private static func text(
    _ role: ColumnRole, _ record: TraceRecord, peer: String?, recording: String?
  ) -> String? {
    switch role {
    case .source: record.sample.radio.rawValue
    case .event: record.sample.event?.rawValue
    case .peer: peer
    case .recording: recording
    default: nil
    }
  }

  private static func field(_ text: String, isSafe: Bool) -> String {
    // The characters that OWASP lists under CSV injection; a line end becomes a space anyway.
    let isFormula = isSafe && text.first.map("=+-@\t".contains) ?? false
    return csvField(isFormula ? "'" + text : text)
  }
}
