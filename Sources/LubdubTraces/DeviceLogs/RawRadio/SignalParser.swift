protocol SignalParser: Sendable {
  static var name: String { get }
  static var summary: String { get }

  static func recognises(_ prefix: [UInt8]) -> Bool

  init(options: ReadOptions)

  mutating func read(_ line: LogLine, into found: inout [SignalOutcome])

  mutating func end(into found: inout [SignalOutcome])
}

extension SignalParser {
  mutating func end(into found: inout [SignalOutcome]) {}
}

enum SignalOutcome {
  case ignored
  case signal(RawSignal)
  case rejected(RejectionReason, line: Int, String)
  case warning(String, cure: Cure? = nil)
}

extension [SignalOutcome] {
  mutating func reject(_ reason: RejectionReason, line: Int, _ text: String) {
    append(.rejected(reason, line: line, text))
  }
}

/// A log of raw radio, whose measurements can be kept unchanged.
protocol SignalFormat: TraceFormat {
  var rows: SignalRows { get set }

  /// Continues with another file, which may have the other side.
  mutating func goOn(into sink: inout TraceSink) throws(ReadError)
}
