/// Compares estimators on simulated hand-overs: recorded ranges with truth, Bluetooth levels drawn from an unknown path loss
/// and recorded fading, and outages of ultra-wideband of 5 to 60 s.
package struct HandOverBenchmark: Sendable {
  package enum Method: String, Sendable, Hashable, CaseIterable {
    /// The default estimator, without a calibration of the path loss.
    case fusion
    case usual = "always the usual distance"
    case holdLast = "hold last"
    case fixed59 = "fixed -59 dBm, n 2"
    case fixed65 = "fixed -65 dBm, n 2"
    /// A Kalman filter with a path loss that was fitted to the trace's own UWB ranges by least squares.
    case leastSquares = "least squares + Kalman"
  }

  package struct Row: Sendable, Hashable {
    package var method: Method
    package var outages: [HandOverScore.Outage]
    package var present: [Meters]
  }

  package struct Result: Sendable, Hashable {
    package var rows: [Row]
    package var traces: Int
  }

  package var seed: UInt64
  package var repetitions: Int
  package var source = CalibrationProtocol.leaveOneOut
  package var truthShift = TruthShift.estimated

  package var workers = Workers(1)

  package init(seed: UInt64 = 1, repetitions: Int = 3) {
    self.seed = seed
    self.repetitions = repetitions
  }

  package func run(
    _ recordings: [Recording], fading: [Recording],
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Result? {
    var runs = FadingRuns()
    for recording in truthShift.align(fading).recordings { runs.add(recording.samples(of: .ble)) }
    let moving = recordings.filter { !$0.isStill && !$0.samples(of: .uwb).isEmpty }
    guard !moving.isEmpty, !runs.isEmpty else { return nil }
    let methods = Method.allCases
    var rows = methods.map { Row(method: $0, outages: [], present: []) }
    let work = moving.sets.flatMap { set in
      let shift = truthShift.offset(of: set).applied
      let aligned = set.map { $0.restricted(to: .uwb).shiftingTruth(by: shift) }
      let parameters = Calibrator(set, source: source, truthShift: truthShift).parameters(
        by: workers)
      return aligned.indices.flatMap { index in
        (0..<repetitions).map { _ in (records: aligned[index].records, parameters[index]) }
      }
    }
    let scored = workers.map(Array(work.enumerated()), progress: progress) { [runs] number, trace in
      Swift.Result {
        let simulator = try HandoverSimulator(seed: seed &+ 1000 &* UInt64(number), fading: runs)
        let made = simulator.run(over: trace.records)
        return methods.map { score(made, trace.1, $0) }
      }
    }
    for trace in scored {
      for (index, score) in try trace.get().enumerated() {
        rows[index].outages += score.outages
        rows[index].present.append(score.present)
      }
    }
    return Result(rows: rows, traces: work.count)
  }

  private func score(
    _ made: HandoverSimulator.Result, _ parameters: FusionFilter.Parameters, _ method: Method
  ) -> HandOverScore {
    let records = made.trace.records
    let track = ScoredTrack(of: estimator(method, parameters, records), over: records)
    return HandOverScore(track, outages: made.outages)
  }

  private func estimator(
    _ method: Method, _ parameters: FusionFilter.Parameters, _ records: [TraceRecord]
  ) -> AnyEstimator {
    var parameters = parameters
    parameters.signal = SignalStrengthFilter.Parameters()
    switch method {
    case .fusion: return EstimatorKind.fusion.make(parameters)
    case .usual: return EstimatorKind.constant.make(parameters)
    case .holdLast: return EstimatorKind.holdLast.make(parameters)
    case .fixed59, .fixed65:
      parameters.signal.pathLoss.referencePower = method == .fixed59 ? -59 : -65
      return EstimatorKind.uwbWins.make(parameters)
    case .leastSquares:
      let learned = Recording(dataset: "", name: "", records: records)
        .withTruthFromRanges(parameters: parameters)
      if let pathLoss = SignalCalibration([learned]).pathLoss {
        parameters.signal.pathLoss = pathLoss
      }
      return AnyEstimator(
        HardHandOver(
          ranging: SmoothedRange(smoother: MedianOfThree(), parameters: parameters.range),
          signal: InvertedSignalStrength(
            power: OneStateKalman.roomAssistant, parameters: parameters.signal)))
    }
  }
}
