/// Compares estimators on hand-over traces: recorded ranges with truth, Bluetooth drawn from an
/// unknown path loss and recorded fading, outages of ultra-wideband of 5 to 60 s.
public struct HandOverBenchmark: Sendable {
  /// What is compared.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The default estimator, without any calibration of the path loss.
    case fusion
    /// Always the usual distance.
    case usual = "always the usual distance"
    /// The last UWB value is held.
    case holdLast = "hold last"
    /// UWB wins, else signal strength with -59 dBm at 1 m and exponent 2.
    case fixed59 = "fixed -59 dBm, n 2"
    /// UWB wins, else signal strength with -65 dBm at 1 m and exponent 2.
    case fixed65 = "fixed -65 dBm, n 2"
    /// UWB wins, else signal strength through a Kalman filter and a path loss that was fitted to the
    /// trace's own UWB by least squares beforehand.
    case leastSquares = "least squares + Kalman"
  }

  /// The result of one method over all traces.
  public struct Row: Sendable, Hashable {
    /// The method.
    public var method: Method
    /// Every outage of every trace.
    public var outages: [HandOverScore.Outage]
    /// Root mean square error while UWB is present, one for each trace.
    public var present: [Meters]
  }

  /// What came out: one row for each method.
  public struct Result: Sendable, Hashable {
    /// The methods, in the order of their cases.
    public var rows: [Row]
    /// How many hand-over traces there were.
    public var traces: Int
  }

  /// Where the random numbers start.
  public var seed: UInt64
  /// How many hand-over traces are made of each recording.
  public var repetitions: Int
  /// Where calibrations of the ranges come from.
  public var source = CalibrationProtocol.leaveOneOut
  /// How the truth is brought onto the clock of the radio.
  public var truthShift = TruthShift.estimated

  /// Who scores the traces; the result is the same.
  public var workers = Workers(1)

  /// A benchmark with its seed.
  public init(seed: UInt64 = 1, repetitions: Int = 3) {
    self.seed = seed
    self.repetitions = repetitions
  }

  /// Makes the traces and runs every method over them.
  ///
  /// - Parameters:
  ///   - recordings: Ranges with truth.
  ///   - fading: Bluetooth recordings with truth, whose fading is drawn.
  ///   - progress: Called with how many of the traces have been scored.
  /// - Returns: `nil` where no ranges are of a device that moves, and where there is no fading to draw from.
  /// - Throws: `SimulationError` as `HandoverSimulator` does.
  public func run(
    _ recordings: [Recording], fading: [Recording],
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Result? {
    var runs = FadingRuns()
    for recording in truthShift.align(fading).recordings { runs.add(recording.samples(of: .ble)) }
    let moving = recordings.filter { !$0.isStill && !$0.samples(of: .uwb).isEmpty }
    guard !moving.isEmpty, !runs.isEmpty else { return nil }
    let methods = Method.allCases
    var rows = methods.map { Row(method: $0, outages: [], present: []) }
    let sets = Dictionary(grouping: moving, by: \.dataset)
    let work = sets.sorted { $0.key < $1.key }.flatMap { _, set in
      let shift = truthShift.seconds(for: set)
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
      for (index, row) in try trace.get().enumerated() { rows[index].add(row) }
    }
    return Result(rows: rows, traces: work.count)
  }

  private func score(
    _ made: HandoverSimulator.Result, _ parameters: FusionFilter.Parameters, _ method: Method
  ) -> Row {
    let track = ScoredTrack(
      of: estimator(method, parameters, made.trace.records), over: made.trace.records)
    let score = HandOverScore(track, outages: made.outages)
    return Row(method: method, outages: score.outages, present: [score.present])
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
      let samples = records.map { CalibrationSample($0.sample, truth: $0.truth) }
      let learned = CalibrationRecording(name: "", samples: samples)
        .withTruthFromRanges(parameters: parameters)
      if let pathLoss = SignalCalibration([learned]).pathLoss {
        parameters.signal.pathLoss = pathLoss
      }
      return AnyEstimator(
        HardHandOver(
          ranging: SmoothedRange(MedianOfThree(), parameters: parameters.range),
          signal: InvertedSignalStrength(
            power: OneStateKalman.roomAssistant, parameters: parameters.signal)))
    }
  }
}

extension HandOverBenchmark.Row {
  fileprivate mutating func add(_ other: Self) {
    outages += other.outages
    present += other.present
  }
}
