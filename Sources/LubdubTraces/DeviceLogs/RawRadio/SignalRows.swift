/// The rows of a log of raw radio: one range per procedure of channel sounding, and per exchange that has a range. If the
/// first path of a range differs by more than 1 m from the first path of the impulse response, the range is corrected for
/// the difference.
struct SignalRows: Sendable {
  private struct Exchange {
    var number: Int?
    var shift = 0.0
    var isLarge = false
    var scores: [Double] = []
  }

  private let ranging = SignalRanging()
  private var exchange = Exchange()
  /// The signals, if they are requested instead of rows.
  var kept: [RawSignal]?
  var clock = LogClock()
  /// The time of procedures whose only time is their number; usually, there are 5 per second.
  var procedures: BlockClock

  init(options: ReadOptions) {
    procedures = BlockClock(period: options.nanosecondPeriod(default: 200_000_000))
  }

  /// Processes a procedure whose time is its number.
  mutating func take(
    _ procedure: SoundingProcedure, counter: Int64, line: Int, into sink: inout TraceSink
  ) throws(ReadError) {
    guard let time = procedures.advance(to: counter) else {
      return try sink.reject(.implausibleTime, line: line, "the counter exceeds 64 bits")
    }
    warnOfClock(in: &sink)
    try take(RawSignal(content: .procedure(procedure), time: time, line: line), into: &sink)
  }

  func warnOfClock(in sink: inout TraceSink) {
    sink.warn(BlockClock.warning(procedures.period, "procedure counter"), .rate)
  }

  mutating func take(_ signal: RawSignal, into sink: inout TraceSink) throws(ReadError) {
    guard kept == nil else {
      kept?.append(signal)
      return
    }
    let found: Sample?
    do {
      switch signal.content {
      case .procedure(let procedure): found = try sample(of: procedure, into: &sink)
      case .frame(let frame): found = try sample(of: frame, into: &sink)
      }
    } catch {
      throw ReadError(path: sink.path, line: signal.line, kind: .unrecognised, message: "\(error)")
    }
    guard var sample = found else {
      guard case .procedure = signal.content else { return sink.ignore() }
      return try sink.reject(
        .damaged, line: signal.line,
        "fewer than \(ProductResponse.fewestTones) channels with tones of both sides")
    }
    let range = sample.range?.value ?? 0
    if range < 0, range >= -3, sample.radio == .cs || range <= Sample.lowestRange.value {
      sink.warn("distances down to 3 m below zero count as 0")
      sample.range = 0
    }
    let recording = sink.options.recordingColumns.isEmpty ? nil : signal.recording
    if recording != nil { sink.report.carriesRecordings = true }
    let row = TraceRow(sample: sample, truth: signal.truth, peer: signal.peer, recording: recording)
    try sink.accept(row, at: signal.time, on: &clock, line: signal.line)
  }

  private func sample(
    of procedure: SoundingProcedure, into sink: inout TraceSink
  ) throws -> Sample? {
    guard let answer = try ranging.answer(to: procedure) else { return nil }
    switch answer {
    case .arrival: break
    case .strongest:
      sink.warn(
        "procedures whose strongest path is beyond \(ArrivalEstimator.farthest.value) m have its "
          + "distance, and no deviation")
    case .roundTrip:
      sink.warn(
        "procedures with fewer than \(ProductResponse.fewestTones) tones have the distance of their "
          + "round trips, and its width")
    }
    var sample = Sample(time: .zero, radio: .cs, range: answer.distance)
    sample.deviation = answer.deviation
    if sample.deviation != nil { sink.report.carriesDeviations = true }
    return sample
  }

  private mutating func sample(
    of frame: ReceivedFrame, into sink: inout TraceSink
  ) throws -> Sample? {
    let profile = sink.options.nlosProfile
    if frame.beginsExchange(after: exchange.number) { exchange = Exchange(number: frame.exchange) }
    if let found = try ranging.firstPath(of: frame) {
      if let device = frame.accumulator.deviceFirstPath {
        let late = (found - device) * Accumulator.metersPerTap
        exchange.shift += frame.leverage * late
        if abs(late) > 1 { exchange.isLarge = true }
      }
      if profile != nil, let score = NLOSScore(frame.accumulator, firstPath: found) {
        exchange.scores.append(score.value)
      }
    }
    guard var range = frame.range?.value else { return nil }
    if exchange.isLarge {
      sink.warn(
        "ranges are corrected where the device's first path is more than 1 m off the impulse response"
      )
      range += exchange.shift
    }
    if let profile {
      if let score = Statistics.mean(exchange.scores) {
        sink.warn("ranges are corrected by the NLOS profile of the settings")
        range -= profile.bias(at: score).value
      } else {
        sink.warn("ranges whose impulse responses have no NLOS score are left as they are")
      }
    }
    return Sample(time: .zero, radio: .uwb, range: Meters(range))
  }
}
