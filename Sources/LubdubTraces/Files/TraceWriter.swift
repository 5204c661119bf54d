import Lubdub
import LubdubGround

/// Writes rows as our own trace; reading them again gives the same rows, bit for bit.
///
/// Bytes collect in `bytes` until the caller takes them.
public struct TraceWriter: Sendable {
  /// The two ways of writing a trace.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A header and comma-separated values.
    case csv
    /// One JSON object a line; members that are not known are left out.
    case ndjson
  }

  /// The way of writing.
  public let format: Format
  /// Whether rows have a place for angles of arrival.
  public let hasAngles: Bool
  /// Whether rows have a place for the deviation that a device states.
  public let hasDeviations: Bool
  /// Whether rows have a place for the name of their recording.
  public let hasRecordings: Bool
  /// Whether names in CSV begin with an apostrophe where a spreadsheet would take them for a formula.
  public var isSpreadsheetSafe = false
  /// What has been written and not taken yet.
  public private(set) var bytes: [UInt8] = []

  private static let columns: [ColumnRole] = [
    .time, .source, .range, .rssi, .truth, .event, .firstPathPower, .channel, .peer,
  ]
  private static let angleColumns: [ColumnRole] = [.azimuth, .elevation]

  /// A writer at the start of a trace. Angles of arrival, stated deviations and the name of the recording are written only
  /// where rows have places for them, see `ReadReport.carriesAngles`: columns in CSV, members in every object of NDJSON,
  /// `null` where not known.
  public init(
    _ format: Format = .csv, hasAngles: Bool = false, hasDeviations: Bool = false,
    hasRecordings: Bool = false
  ) {
    self.format = format
    self.hasAngles = hasAngles
    self.hasDeviations = hasDeviations
    self.hasRecordings = hasRecordings
    guard format == .csv else { return }
    let columns =
      Self.columns + (hasAngles ? Self.angleColumns : []) + (hasDeviations ? [.deviation] : [])
      + (hasRecordings ? [.recording] : [])
    bytes.append(contentsOf: columns.map(\.rawValue).joined(separator: ",").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes one row of finite values. In CSV, line ends in the names of the link and the recording become spaces.
  public mutating func write(
    _ record: TraceRecord, peer: String? = nil, recording: String? = nil
  ) {
    switch format {
    case .csv: writeCSV(record, peer: peer, recording: recording)
    case .ndjson: writeJSON(record, peer: peer, recording: recording)
    }
  }

  /// Takes out the bytes that have been written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// A whole trace of finite values as bytes, with angles of arrival if any row has one; without `peers`, the names of the
  /// links, no link is written.
  public static func encode(
    _ records: [TraceRecord], peers: NameTable? = nil, as format: Format = .csv
  ) -> [UInt8] {
    let hasAngles = records.contains { $0.angles != .unknown }
    let hasDeviations = records.contains { $0.sample.deviation != nil }
    var writer = TraceWriter(format, hasAngles: hasAngles, hasDeviations: hasDeviations)
    for record in records { writer.write(record, peer: record.peer.flatMap { peers?[$0] }) }
    return writer.bytes
  }

  private mutating func writeCSV(_ record: TraceRecord, peer: String?, recording: String?) {
    let sample = record.sample
    append(sample.time.value)
    separate()
    bytes.append(contentsOf: sample.radio.rawValue.utf8)
    separate()
    append(sample.range?.value)
    separate()
    append(sample.rssi?.value)
    separate()
    append(record.truth?.value)
    separate()
    bytes.append(contentsOf: (sample.event?.rawValue ?? "").utf8)
    separate()
    append(sample.firstPathPower?.value)
    separate()
    bytes.append(contentsOf: (sample.channel.map { String($0) } ?? "").utf8)
    separate()
    if let peer { append(field: peer) }
    if hasAngles {
      separate()
      append(record.angles.azimuth?.value)
      separate()
      append(record.angles.elevation?.value)
    }
    if hasDeviations {
      separate()
      append(sample.deviation?.value)
    }
    if hasRecordings {
      separate()
      if let recording { append(field: recording) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func separate() {
    bytes.append(UInt8(ascii: ","))
  }

  private mutating func append(_ number: Double?) {
    guard let number else { return }
    bytes.append(contentsOf: JSONWriter.text(of: number).utf8)
  }

  private mutating func append(field: String) {
    // What OWASP lists under CSV injection; a line end becomes a space anyway.
    let isFormula = isSpreadsheetSafe && field.first.map("=+-@\t".contains) ?? false
    bytes.append(contentsOf: csvField(isFormula ? "'" + field : field).utf8)
  }

  private mutating func writeJSON(_ record: TraceRecord, peer: String?, recording: String?) {
    let sample = record.sample
    var members: [String: JSONValue] = [
      ColumnRole.time.rawValue: .number(sample.time.value),
      ColumnRole.source.rawValue: .string(sample.radio.rawValue),
    ]
    let numbers: [(ColumnRole, Double?)] = [
      (.range, sample.range?.value), (.rssi, sample.rssi?.value),
      (.truth, record.truth?.value), (.firstPathPower, sample.firstPathPower?.value),
      (.channel, sample.channel.map(Double.init)),
    ]
    for (role, number) in numbers { members[role.rawValue] = number.map { .number($0) } }
    members[ColumnRole.event.rawValue] = sample.event.map { .string($0.rawValue) }
    members[ColumnRole.peer.rawValue] = peer.map { .string($0) }
    if hasRecordings {
      members[ColumnRole.recording.rawValue] = recording.map { .string($0) } ?? .null
    }
    if hasDeviations {
      members[ColumnRole.deviation.rawValue] = .optional(sample.deviation?.value)
    }
    if hasAngles {
      let angles = record.angles
      members[ColumnRole.azimuth.rawValue] = .optional(angles.azimuth?.value)
      members[ColumnRole.elevation.rawValue] = .optional(angles.elevation?.value)
    }
    bytes.append(contentsOf: JSONWriter.encode(.object(members), lineLength: nil))
  }
}
