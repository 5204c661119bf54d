public import LubdubGround

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
    TraceFormats.signalParsers.contains { $0.recognises(prefix) } || capture(prefix) != nil
  }

  /// Reads a whole log, whose name is for messages. Throws `ReadError` when it holds no raw radio.
  public init(
    _ bytes: [UInt8], path: String, options: ReadOptions = ReadOptions()
  ) throws(ReadError) {
    try self.init([(path, bytes)], options)
  }

  private static func capture(_ prefix: [UInt8]) -> (any SoundingFormat.Type)? {
    TraceFormats.deviceLogs.list.lazy.compactMap { $0 as? any SoundingFormat.Type }
      .first { $0.recognises(prefix) }
  }

  private typealias Start = (path: String, line: Int)

  private init(
    _ logs: [(path: String, bytes: [UInt8])], _ options: ReadOptions
  ) throws(ReadError) {
    let path = logs.map(\.path).joined(separator: " ")
    let prefix = Array(logs.first?.bytes.prefix(1 << 16) ?? [])
    // What btmon prints has lines like those of consoles, so packets are looked for first.
    if let capture = Self.capture(prefix) {
      format = capture.name
      try read(logs, as: capture, options)
      return
    }
    guard let type = TraceFormats.signalParsers.first(where: { $0.recognises(prefix) }) else {
      throw ReadError(
        path: path, kind: .unrecognised,
        message: "no impulse responses and no channel-sounding procedures were found")
    }
    format = type.name
    var parser = type.init(options: options)
    var found: [SignalOutcome] = []
    var starts: [Start] = []
    var count = 0
    for log in logs {
      let start = count
      starts.append((log.path, start))
      let read: (LineSplitter.Line) throws(ReadError) -> Void = { line throws(ReadError) in
        count = start + line.number
        guard !line.isTooLong else {
          found.append(.rejected(.lineTooLong, line: count, ""))
          return
        }
        let text = unsafe Array(line.bytes)[...].trimmed
        guard !text.isEmpty else { return }
        found += parser.read(LogLine(number: count, bytes: text, isClosed: line.isClosed))
      }
      var lines = LineSplitter()
      try unsafe log.bytes[...].withBuffer { (bytes) throws(ReadError) in
        try unsafe lines.feed(bytes, read)
      }
      try lines.finish(read)
    }
    for outcome in found + parser.end() { add(outcome, path, starts) }
  }

  /// Reads logs of packets one behind the other; each is that of another controller, so that those of both sides
  /// find each other.
  private mutating func read<Capture: SoundingFormat>(
    _ logs: [(path: String, bytes: [UInt8])], as type: Capture.Type, _ options: ReadOptions
  ) throws(ReadError) {
    var capture = type.init(options: options)
    capture.packets.rows.kept = []
    var lines = 0
    for (place, log) in logs.enumerated() {
      var sink = TraceSink(path: log.path, options: options)
      capture.packets.log = place
      if place > 0 { _ = capture.restart() }
      try unsafe log.bytes[...].withBuffer { (bytes) throws(ReadError) in
        try unsafe capture.feed(bytes, into: &sink)
      }
      if place == logs.count - 1 { try capture.finish(into: &sink) }
      notes += sink.report.rejectionLines.map { "\(log.path): \($0)" }
      notes += sink.report.warnings.map { "\(log.path): \($0)" }
      for var signal in capture.packets.rows.kept ?? [] {
        signal.line += lines
        signals.append(signal)
      }
      lines += log.bytes.count
      capture.packets.rows.kept = []
    }
    if signals.isEmpty, !capture.packets.hadSounding {
      notes.append("\(logs[0].path): the packets hold no channel sounding")
    }
  }

  private mutating func add(_ outcome: SignalOutcome, _ path: String, _ starts: [Start]) {
    switch outcome {
    case .part, .ignored: break
    case .signal(let signal): signals.append(signal)
    case .rejected(let reason, let line, let text):
      let rule = text.isEmpty ? reason.sentence : "\(text); \(reason.sentence)"
      let start = starts.last { $0.line < line } ?? (path, 0)
      notes.append("\(start.path):\(line - start.line): \(rule)")
    case .warning(let text, _):
      let note = "\(path): \(text)"
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// Reads files one behind the other: the two sides of channel sounding, or tables. Throws `FileError` when one cannot be
  /// read, `ReadError` when the first holds no raw radio.
  public static func read(
    at paths: [String], options: ReadOptions = ReadOptions()
  ) throws -> SignalReader {
    try SignalReader(paths.map { ($0, try readFile(at: $0)) }, options)
  }
}
