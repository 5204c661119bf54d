protocol SignalParser: Sendable {
  static var name: String { get }
  static var summary: String { get }

  static func recognises(_ prefix: [UInt8]) -> Bool

  init(options: ReadOptions)

  mutating func read(_ line: LogLine) -> [SignalOutcome]

  mutating func end() -> [SignalOutcome]
}

extension SignalParser {
  mutating func end() -> [SignalOutcome] { [] }
}

enum SignalOutcome {
  case part
  case ignored
  case signal(RawSignal)
  case rejected(RejectionReason, line: Int, String)
  case warning(String, cure: Cure? = nil)
}

/// A log of raw radio, whose measurements can be kept as they are.
protocol SignalFormat: TraceFormat {
  var rows: SignalRows { get set }

  /// Goes on with another file, which may hold the other side.
  mutating func goOn(into sink: inout TraceSink) throws(ReadError)
}
