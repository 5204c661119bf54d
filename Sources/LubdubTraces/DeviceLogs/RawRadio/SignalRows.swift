struct SignalRows: Sendable {
  let ranging = SignalRanging()
  var kept: [RawSignal]?
  var clock = LogClock()
  private let namesRecordings: Bool

  init(options: ReadOptions) {
    namesRecordings = !options.recordingColumns.isEmpty
  }

  mutating func take(_ outcome: SignalOutcome, into sink: inout TraceSink) throws(ReadError) {
    switch outcome {
    case .ignored: sink.ignore()
    case .warning(let text, let cure): sink.warn(text, cure)
    case .rejected(let reason, let line, let text): try sink.reject(reason, line: line, text)
    case .signal(let signal):
      guard kept == nil else {
        kept?.append(signal)
        return
      }
      guard case .procedure(let procedure) = signal.content else { return }
      try accept(procedure, of: signal, into: &sink)
    }
  }

  private mutating func accept(
    _ procedure: SoundingProcedure, of signal: RawSignal, into sink: inout TraceSink
  ) throws(ReadError) {
    let answer: SoundingAnswer?
    do {
      answer = try ranging.answer(to: procedure)
    } catch {
      throw Self.fault(error, at: signal.line, in: sink)
    }
    switch answer {
    case .arrival: break
    case .strongest:
      sink.warn(
        "procedures whose strongest path lies beyond \(ArrivalEstimator.farthest.value) m have its "
          + "distance, and no deviation")
    case .roundTrip:
      sink.warn(
        "procedures with fewer than \(ProductResponse.fewestTones) tones have the distance of their "
          + "round trips, and its width")
    case nil:
      return try sink.reject(
        .damaged, line: signal.line,
        "fewer than \(ProductResponse.fewestTones) channels with tones of both sides")
    }
    var sample = Sample(time: .zero, radio: .cs, range: answer?.distance)
    sample.deviation = answer?.deviation
    if sample.deviation != nil { sink.report.carriesDeviations = true }
    try accept(sample, of: signal, into: &sink)
  }

  mutating func accept(
    _ row: Sample, of signal: RawSignal, into sink: inout TraceSink
  ) throws(ReadError) {
    var sample = row
    let range = row.range?.value ?? 0
    let isSounded = row.radio == .cs
    if range < 0, range >= -3, isSounded || range <= Sample.lowestRange.value {
      sink.warn("distances down to 3 m below zero count as 0")
      sample.range = 0
    }
    let recording = namesRecordings ? signal.recording : nil
    if recording != nil { sink.report.carriesRecordings = true }
    let row = TraceRow(
      sample: sample, truth: signal.truth, peer: signal.peer, recording: recording)
    try sink.accept(row, at: signal.time, on: &clock, line: signal.line)
  }

  static func fault(_ error: any Error, at line: Int, in sink: TraceSink) -> ReadError {
    ReadError(path: sink.path, line: line, kind: .unrecognised, message: "\(error)")
  }
}
