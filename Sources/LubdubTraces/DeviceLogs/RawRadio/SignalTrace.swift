/// A log of raw radio read as a trace: one range per procedure of channel sounding, and per exchange that has a range. A range
/// whose first path is more than 1 m off that of the impulse response is corrected for the difference.
struct SignalTrace<Parser: SignalParser>: LineFormat, SignalFormat {
  static var name: String { Parser.name }
  static var summary: String { Parser.summary }

  var lines = LineSplitter()
  private var parser: Parser
  var rows: SignalRows
  private let profile: NLOSProfile?
  private var exchange = Exchange()

  private struct Exchange {
    var number: Int?
    var shift = 0.0
    var isLarge = false
    var scores: [Double] = []
  }

  init(options: ReadOptions) {
    parser = Parser(options: options)
    profile = options.nlosProfile
    rows = SignalRows(options: options)
  }

  static func recognises(_ prefix: [UInt8]) -> Bool { Parser.recognises(prefix) }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    var found: [SignalOutcome] = []
    parser.read(line, into: &found)
    for outcome in found { try accept(outcome, into: &sink) }
  }

  mutating func end(into sink: inout TraceSink) throws(ReadError) {
    var found: [SignalOutcome] = []
    parser.end(into: &found)
    for outcome in found { try accept(outcome, into: &sink) }
  }

  mutating func goOn(into sink: inout TraceSink) throws(ReadError) {
    try finishLines(into: &sink)
    _ = restart()
  }

  private mutating func accept(
    _ outcome: SignalOutcome, into sink: inout TraceSink
  ) throws(ReadError) {
    guard case .signal(let signal) = outcome, case .frame(let frame) = signal.content,
      rows.kept == nil
    else { return try rows.take(outcome, into: &sink) }
    let range: Double?
    do {
      range = try self.range(of: frame, into: &sink)
    } catch {
      throw SignalRows.fault(error, at: signal.line, in: sink)
    }
    guard let range else { return }
    let sample = Sample(time: .zero, radio: .uwb, range: Meters(range))
    try rows.accept(sample, of: signal, into: &sink)
  }

  private mutating func range(
    of frame: ReceivedFrame, into sink: inout TraceSink
  ) throws -> Double? {
    if frame.beginsExchange(after: exchange.number) { exchange = Exchange(number: frame.exchange) }
    if let found = try rows.ranging.firstPath(of: frame) {
      if let device = frame.accumulator.deviceFirstPath {
        let late = (found - device) * Accumulator.metersPerTap
        exchange.shift += frame.leverage * late
        if abs(late) > 1 { exchange.isLarge = true }
      }
      if profile != nil, let score = NLOSScore(frame.accumulator, firstPath: found) {
        exchange.scores.append(score.value)
      }
    }
    guard let range = frame.range else {
      sink.ignore()
      return nil
    }
    if exchange.isLarge {
      sink.warn(
        "ranges are corrected where the device's first path is more than 1 m off the impulse response"
      )
    }
    let first = range.value + (exchange.isLarge ? exchange.shift : 0)
    guard let profile else { return first }
    guard !exchange.scores.isEmpty else {
      sink.warn("ranges whose impulse responses have no NLOS score are left as they are")
      return first
    }
    sink.warn("ranges are moved by the NLOS profile of the settings")
    let score = exchange.scores.reduce(0, +) / Double(exchange.scores.count)
    return first - profile.bias(at: score).value
  }
}
