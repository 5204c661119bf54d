import FileIO
public import TraceReading

/// The raw radio of a log: impulse responses and channel-sounding procedures, as they were measured.
///
/// Reading the same log as a trace gives distances; this gives what they are estimated from.
public struct SignalReader: Sendable {
  /// Measurements, in the order of the log.
  public private(set) var signals: [RawSignal] = []
  /// The name of the format.
  public let format: String
  /// Lines that could not be read, and what a user should know.
  public private(set) var notes: [String] = []

  /// Whether a log that starts so holds raw radio.
  public static func recognises(_ prefix: [UInt8]) -> Bool {
    TraceFormats.signalParsers.contains { $0.recognises(prefix) }
  }

  /// Reads a whole log.
  ///
  /// - Parameters:
  ///   - bytes: The log.
  ///   - path: Its name, for messages.
  ///   - options: How it is read.
  /// - Throws: `TraceError` when it holds no raw radio.
  public init(
    _ bytes: [UInt8], path: String, options: ReadOptions = ReadOptions()
  ) throws(TraceError) {
    let start = Array(bytes.prefix(1 << 16))
    guard let type = TraceFormats.signalParsers.first(where: { $0.recognises(start) }) else {
      throw TraceError(
        path: path, kind: .notATrace,
        message: "no impulse responses and no channel-sounding procedures were found")
    }
    format = type.name
    var parser = type.init(options: options)
    var lines = LineSplitter()
    var found: [SignalOutcome] = []
    let read: (LineSplitter.Line) throws(TraceError) -> Void = { line throws(TraceError) in
      guard !line.isTooLong else {
        found.append(.rejected(.lineTooLong, line: line.number, ""))
        return
      }
      let text = Array(line.bytes)[...].trimmed
      guard !text.isEmpty else { return }
      found += parser.read(LogLine(number: line.number, bytes: text, isClosed: line.isClosed))
    }
    try bytes.withUnsafeBufferPointer { (buffer) throws(TraceError) in
      try lines.feed(UnsafeRawBufferPointer(buffer), read)
    }
    try lines.finish(read)
    for outcome in found + parser.end() { take(outcome, path) }
  }

  private mutating func take(_ outcome: SignalOutcome, _ path: String) {
    switch outcome {
    case .part, .ignored: break
    case .signal(let signal): signals.append(signal)
    case .rejected(let reason, let line, let text):
      let rule = text.isEmpty ? reason.sentence : "\(text); \(reason.sentence)"
      notes.append("\(path):\(line): \(rule)")
    case .warning(let text):
      let note = "\(path): \(text)"
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// Reads files one behind the other. A table's header counts for the files behind it, too, where
  /// theirs is the same.
  ///
  /// - Returns: Their raw radio.
  /// - Throws: `FileError` when one cannot be read, `TraceError` when the first holds no raw radio.
  public static func read(
    at paths: [String], options: ReadOptions = ReadOptions()
  ) throws -> SignalReader {
    var bytes: [UInt8] = []
    var header: ArraySlice<UInt8>?
    for path in paths {
      var file = try readFile(at: path)
      if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
      let first = file.prefix { $0 != 0x0A }
      if first == header, first.contains(0x2C) { file.removeFirst(first.count) }
      header = header ?? Array(first)[...]
      bytes += file
    }
    return try SignalReader(bytes, path: paths.joined(separator: " "), options: options)
  }
}
