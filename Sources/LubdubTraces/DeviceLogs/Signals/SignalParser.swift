import LubdubGround

/// Reads raw radio out of a log, line by line.
protocol SignalParser: Sendable {
  /// The name of the format.
  static var name: String { get }
  /// What writes such logs, in a few words.
  static var summary: String { get }

  /// Whether a log that starts so is of this format.
  static func recognises(_ prefix: [UInt8]) -> Bool

  /// A reader at the start of a log.
  init(options: ReadOptions)

  /// Reads one line that is not blank.
  mutating func read(_ line: LogLine) -> [SignalOutcome]

  /// Reads what waits for more when the log has ended.
  mutating func end() -> [SignalOutcome]
}

extension SignalParser {
  mutating func end() -> [SignalOutcome] { [] }
}

/// What a line of a raw log was.
enum SignalOutcome {
  /// It belongs to a measurement that is not complete yet.
  case part
  /// It holds nothing that is read.
  case ignored
  /// It completes a measurement.
  case signal(RawSignal)
  /// It breaks a rule.
  case rejected(RejectionReason, line: Int, String)
  /// The reader of the result should know something about the whole log.
  case warning(String, cure: Cure? = nil)
}

extension TraceFormats {
  /// The parsers of raw radio, in the order in which they are tried.
  static let signalParsers: [any SignalParser.Type] = [
    StepLogParser.self, ToneLineParser.self, ToneTableParser.self, ResponseTableParser.self,
    DecaRangingParser.self,
  ]
}
