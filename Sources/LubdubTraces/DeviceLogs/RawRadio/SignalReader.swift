/// The raw radio of a log as measured: impulse responses and channel-sounding procedures.
public struct SignalReader: Sendable {
  /// Measurements, in the order of the log.
  public private(set) var signals: [RawSignal] = []
  /// The name of the format.
  public let format: String
  /// Lines that could not be read, and notes for the user.
  public private(set) var notes: [String] = []

  /// Whether a log that starts with these bytes contains raw radio.
  public static func recognises(_ prefix: [UInt8]) -> Bool { format(of: prefix) != nil }

  // The output of btmon has lines like consoles, so packets are first in the list.
  private static func format(of prefix: [UInt8]) -> (any SignalFormat.Type)? {
    TraceFormats.deviceLogs.list.lazy.compactMap { $0 as? any SignalFormat.Type }
      .first { $0.recognises(prefix) }
  }

  /// Reads a whole log, whose name is used in messages. Throws `ReadError` when it contains no raw radio.
  public init(
    _ bytes: [UInt8], path: String, options: ReadOptions = ReadOptions()
  ) throws(ReadError) {
    try self.init([(path, bytes)], options)
  }

  /// Reads consecutive logs: tables, or logs of both sides, which are matched.
  private init(_ logs: [(path: String, bytes: [UInt8])], _ options: ReadOptions) throws(ReadError) {
    guard let type = Self.format(of: Array(logs.first?.bytes.prefix(1 << 16) ?? [])) else {
      throw ReadError(
        path: logs.map(\.path).joined(separator: " "), kind: .unrecognised,
        message: "no impulse responses and no channel-sounding procedures were found")
    }
    format = type.name
    var reading: any SignalFormat = type.init(options: options)
    reading.rows.kept = []
    var lines = 0
    for (place, log) in logs.enumerated() {
      var sink = TraceSink(path: log.path, options: options)
      try unsafe log.bytes[...].withBuffer { (bytes) throws(ReadError) in
        try unsafe reading.feed(bytes, into: &sink)
      }
      try place == logs.count - 1 ? reading.finish(into: &sink) : reading.goOn(into: &sink)
      notes += (sink.report.rejectionLines + sink.report.warnings).map { "\(log.path): \($0)" }
      for var signal in reading.rows.kept ?? [] {
        signal.line += lines
        signals.append(signal)
      }
      lines += log.bytes.count
      reading.rows.kept = []
    }
    if signals.isEmpty, (reading as? any SoundingFormat)?.packets.capture.hasSounding == false {
      notes.append("\(logs[0].path): the packets have no channel sounding")
    }
  }

  /// Reads consecutive files: the two sides of channel sounding, or tables. Throws `FileError` if a file cannot be read,
  /// `ReadError` if the first file contains no raw radio.
  public static func read(
    at paths: [String], options: ReadOptions = ReadOptions()
  ) throws -> SignalReader {
    try SignalReader(paths.map { ($0, try readFile(at: $0)) }, options)
  }
}
