import LubdubGround

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

extension TraceFormats {
  static let signalParsers: [any SignalParser.Type] = [
    StepLogParser.self, ToneLineParser.self, ToneTableParser.self, ResponseTableParser.self,
    DecaRangingParser.self,
  ]
}
