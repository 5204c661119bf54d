public import Lubdub
internal import LubdubSessions
internal import LubdubTraces

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
    /// The default estimator, which hears ultra-wideband alone.
    case ranges = "fusion, UWB alone"
    /// The default estimator with channel sounding in the outages, and signal strength.
    case sounding = "fusion with CS"
    /// The same without signal strength.
    case soundingAlone = "fusion with CS, no RSSI"

    /// What it does not hear.
    var deafTo: Set<Radio> {
      switch self {
      case .sounding: []
      case .soundingAlone: [.ble]
      case .ranges: [.ble, .cs]
      case .fusion, .holdLast, .fixed59, .fixed65, .leastSquares: [.cs]
      }
    }

    /// Whether it is compared only where there is channel sounding.
    var needsSounding: Bool { [.ranges, .sounding, .soundingAlone].contains(self) }
  }

  /// The result of one method over all traces.
  public struct Row: Sendable, Hashable {
    /// The method.
    public var method: Method
    /// Every outage of every trace.
    public var outages: [HandOverScore.Outage]
    /// Root mean square error while UWB is present, one for each trace.
    public var present: [Meters]
    /// With channel sounding: what zones do in the outages.
    public var zones: OutageZoneScore?
    /// With channel sounding: |estimate - truth| of every answer in an outage, in metres.
    public var errors: [Double] = []
  }

  /// What came out: one row for each method.
  public struct Result: Sendable, Hashable {
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
  /// Channel sounding that is heard in the outages; `nil` for none.
  public var soundings: MovedProcedures?
  /// Edges of the zones that are scored with channel sounding, in metres: those of `AccuracyBenchmark`.
  private static let edges: [Meters] = [0.5, 1, 2, 4, 8]
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
  /// - Throws: `SpectraError` when there is no memory for channel sounding.
  public func run(
    _ recordings: [Recording], fading: [Recording],
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Result? {
    var runs = FadingRuns()
    for recording in fading { runs.add(recording.samples(of: .ble)) }
    let moving = recordings.filter { !$0.isStill && !$0.samples(of: .uwb).isEmpty }
    guard !moving.isEmpty, !runs.isEmpty else { return nil }
    let methods = Method.allCases.filter { soundings != nil || !$0.needsSounding }
    var rows = methods.map { Row(method: $0, outages: [], present: []) }
    let sets = Dictionary(grouping: moving, by: \.dataset)
    let work = sets.sorted { $0.key < $1.key }.flatMap { _, set in
      let shift = truthShift.seconds(for: set)
      let aligned = set.map { $0.restricted(to: .uwb).shiftingTruth(by: shift) }
      let calibrator = Calibrator(aligned, source: source)
      return aligned.indices.flatMap { index in
        let parameters = calibrator.parameters(for: index)
        return (0..<repetitions).map { _ in (records: aligned[index].records, parameters) }
      }
    }
    let scored = workers.map(Array(work.enumerated()), progress: progress) { [runs] number, trace in
      Swift.Result {
        let simulator = try HandoverSimulator(seed: seed &+ 1000 &* UInt64(number), fading: runs)
        var made = simulator.run(over: trace.records)
        try addSoundings(to: &made, trace.records, seed: simulator.seed)
        return try methods.map { try score(made, trace.1, $0) }
      }
    }
    for trace in scored {
      for (index, row) in try trace.get().enumerated() { rows[index].add(row) }
    }
    return Result(rows: rows, traces: work.count)
  }

  /// Puts channel sounding into the outages.
  private func addSoundings(
    to made: inout HandoverSimulator.Result, _ rows: [TraceRecord], seed: UInt64
  ) throws {
    guard let soundings else { return }
    let heard = try soundings.records(along: rows, in: made.outages, seed: seed)
    made.trace.records = (made.trace.records + heard).enumerated().sorted {
      ($0.element.sample.time, $0.offset) < ($1.element.sample.time, $1.offset)
    }.map(\.element)
  }

  private func score(
    _ made: HandoverSimulator.Result, _ parameters: FusionFilter.Parameters, _ method: Method
  ) throws -> Row {
    let estimator = MaskedEstimator(
      estimator(method, parameters, made.trace.records), to: method.deafTo)
    let track = ScoredTrack(of: estimator, over: made.trace.records)
    let score = HandOverScore(track, outages: made.outages)
    var row = Row(method: method, outages: score.outages, present: [score.present])
    guard soundings != nil else { return row }
    let zones = ZoneDetector.Parameters(try Zones(edges: Self.edges))
    row.zones = OutageZoneScore(
      try ZoneComparison(of: track, deciding: zones), outages: made.outages)
    row.errors = track.points.filter { point in
      made.outages.contains { $0.contains(point.time.value) }
    }.compactMap { point in point.error.map { abs($0) } }
    return row
  }

  private func estimator(
    _ method: Method, _ parameters: FusionFilter.Parameters, _ records: [TraceRecord]
  ) -> AnyEstimator {
    var parameters = parameters
    parameters.signal = SignalStrengthFilter.Parameters()
    switch method {
    case .fusion, .ranges, .sounding, .soundingAlone:
      return EstimatorKind.fusion.make(parameters)
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
  /// Adds the outages of another trace.
  fileprivate mutating func add(_ other: Self) {
    outages += other.outages
    present += other.present
    errors += other.errors
    guard let more = other.zones else { return }
    var total = zones ?? OutageZoneScore()
    total.add(more)
    zones = total
  }
}
