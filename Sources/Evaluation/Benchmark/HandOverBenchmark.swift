internal import Baselines
internal import Calibration
internal import Link
public import Quantities
internal import Ranging
internal import Smoothing
internal import TraceReading
public import TraceSimulator

/// Compares estimators on hand-over traces: recorded ranges with truth, Bluetooth drawn from an
/// unknown path loss and recorded fading, outages of ultra-wideband of 5 to 60 s.
public struct HandOverBenchmark: Sendable {
  /// What is compared.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The default estimator, without any calibration of the path loss.
    case fusion
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

  /// Where the random numbers start.
  public var seed: UInt64
  /// How many hand-over traces are made of each recording.
  public var repetitions: Int
  /// Where calibrations of the ranges come from.
  public var source = CalibrationProtocol.leaveOneOut
  /// How the truth is brought onto the clock of the radio.
  public var truthShift = TruthShift.estimated

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
  ///   - progress: Is told how many of the traces have been scored.
  /// - Returns: One row for each method, and how many traces there were.
  /// - Throws: `SimulationError` when there is no fading to draw from.
  public func run(
    _ recordings: [Recording], fading: [Recording],
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SimulationError) -> (rows: [Row], traces: Int) {
    var runs = FadingRuns()
    for recording in fading { runs.add(recording.samples(of: .ble)) }
    var rows = Method.allCases.map { Row(method: $0, outages: [], present: []) }
    var traces = 0
    let sets = Dictionary(grouping: recordings.filter { !$0.isStill }, by: \.dataset)
    let total = sets.values.reduce(0) { $0 + $1.count * repetitions }
    for set in sets.sorted(by: { $0.key < $1.key }).map(\.value) {
      let shift = truthShift.seconds(for: set)
      let aligned = set.map { $0.restricted(to: .uwb).shiftingTruth(by: shift) }
      let calibrator = Calibrator(aligned, source: source)
      for index in aligned.indices {
        let parameters = calibrator.parameters(for: index)
        for _ in 0..<repetitions {
          let number = UInt64(traces)
          let simulator = try HandoverSimulator(seed: seed &+ 1000 &* number, fading: runs)
          let made = simulator.run(over: aligned[index].records)
          traces += 1
          progress(traces, total)
          for row in rows.indices { score(made, parameters, &rows[row]) }
        }
      }
    }
    return (rows, traces)
  }

  private func score(
    _ made: HandoverSimulator.Result, _ parameters: FusionFilter.Parameters, _ row: inout Row
  ) {
    let estimator = estimator(row.method, parameters, made.trace.records)
    let track = Track(of: estimator, over: made.trace.records)
    let score = HandOverScore(track, outages: made.outages)
    row.outages += score.outages
    row.present.append(score.present)
  }

  private func estimator(
    _ method: Method, _ parameters: FusionFilter.Parameters, _ records: [TraceRecord]
  ) -> AnyEstimator {
    var parameters = parameters
    parameters.signal = SignalStrengthFilter.Parameters()
    switch method {
    case .fusion: return EstimatorKind.fusion.make(parameters)
    case .holdLast: return EstimatorKind.holdLast.make(parameters)
    case .fixed59, .fixed65:
      parameters.signal.pathLoss.referencePower = method == .fixed59 ? -59 : -65
      return EstimatorKind.uwbWins.make(parameters)
    case .leastSquares:
      let samples = records.map { CalibrationSample($0.observation, truth: $0.truth) }
      let learned = CalibrationRecording(name: "", samples: samples)
        .withTruthFromRanges(parameters: parameters)
      if let pathLoss = SignalCalibration([learned]).pathLoss {
        parameters.signal.pathLoss = pathLoss
      }
      return AnyEstimator(
        PlainHandOver(
          ranging: SmoothedRange(MedianOfThree(), parameters: parameters.range),
          signal: InvertedSignalStrength(
            power: OneStateKalman.roomAssistant, parameters: parameters.signal)))
    }
  }
}
