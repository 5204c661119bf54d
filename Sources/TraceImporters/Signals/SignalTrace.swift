import ChannelSounding
import ImpulseResponse
import Link
import Quantities
import TraceReading

/// A log of raw radio read as a trace: one range for each procedure of channel sounding, and for each
/// ultra-wideband exchange that the device gave a range to.
///
/// The device's range is kept, unless its first path lies more than 1 m off the one that the impulse
/// response shows; then the range is moved by what both say.
struct SignalTrace<Parser: SignalParser>: LineFormat {
  static var name: String { Parser.name }
  static var summary: String { Parser.summary }

  var lines = LineSplitter()
  private var parser: Parser
  private var clock = LogClock()
  private let ranging = SignalRanging()
  private let namesRecordings: Bool
  /// How much longer the range of an exchange gets by its frames so far, in metres.
  private var shift = (exchange: Int?.none, meters: 0.0, isLarge: false)

  init(options: ReadOptions) {
    parser = Parser(options: options)
    namesRecordings = options.recordingColumn != nil || !options.recordingColumns.isEmpty
  }

  static func recognises(_ prefix: [UInt8]) -> Bool { Parser.recognises(prefix) }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(TraceError) {
    for outcome in parser.read(line) { try take(outcome, into: &sink) }
  }

  mutating func end(into sink: inout TraceSink) throws(TraceError) {
    for outcome in parser.end() { try take(outcome, into: &sink) }
  }

  private mutating func take(
    _ outcome: SignalOutcome, into sink: inout TraceSink
  ) throws(TraceError) {
    switch outcome {
    case .part: break
    case .ignored: sink.ignore()
    case .warning(let text): sink.warn(text)
    case .rejected(let reason, let line, let text): try sink.reject(reason, line: line, text)
    case .signal(let signal): try accept(signal, into: &sink)
    }
  }

  private mutating func accept(
    _ signal: RawSignal, into sink: inout TraceSink
  ) throws(TraceError) {
    let measured: (radio: Radio, range: Double?)?
    do {
      switch signal.content {
      case .procedure(let procedure):
        measured = (.cs, try ranging.distance(of: procedure)?.value)
      case .frame(let frame):
        measured = try range(of: frame, into: &sink).map { (.uwb, $0) }
      }
    } catch {
      throw TraceError(
        path: sink.path, line: signal.line, kind: .notATrace, message: "\(error)")
    }
    guard let measured else { return }
    guard var range = measured.range else {
      return try sink.reject(
        .damaged, line: signal.line,
        "fewer than \(ProductResponse.fewestTones) channels with tones of both sides")
    }
    if range < 0, range >= -3 {
      sink.warn("distances down to 3 m below zero count as 0")
      range = 0
    }
    guard let time = clock.seconds(at: signal.time) else {
      return try sink.reject(.implausibleTime, line: signal.line, "the clock leaps out of 64 bits")
    }
    let recording = namesRecordings ? signal.recording : nil
    if recording != nil { sink.report.carriesRecordings = true }
    try sink.accept(
      Observation(time: time, radio: measured.radio, range: Meters(range)), truth: signal.truth,
      recording: recording, line: signal.line)
  }

  /// The range that ends an exchange; `nil` for a frame without one.
  private mutating func range(
    of frame: ReceivedFrame, into sink: inout TraceSink
  ) throws -> Double? {
    if frame.beginsExchange(after: shift.exchange) {
      shift = (frame.exchange, 0, false)
    }
    if let device = frame.accumulator.deviceFirstPath,
      let found = try ranging.firstPath(of: frame)
    {
      let late = (found - device) * Accumulator.metersPerTap
      shift.meters += frame.leverage * late
      if abs(late) > 1 { shift.isLarge = true }
    }
    guard let range = frame.range else {
      sink.ignore()
      return nil
    }
    guard shift.isLarge else { return range.value }
    sink.warn(
      "ranges are corrected where the device's first path is more than 1 m off the impulse response"
    )
    return range.value + shift.meters
  }
}
