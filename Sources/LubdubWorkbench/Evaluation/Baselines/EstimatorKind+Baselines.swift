extension EstimatorKind {
  package static let all = own + baselines

  package static let baselines: [EstimatorKind] =
    rangeBaselines + signalBaselines + [.constant, .uwbWins, .holdLast]

  private static func range(_ name: String, _ smoother: some Smoother) -> EstimatorKind {
    EstimatorKind(name, radios: [.uwb], isBaseline: true) {
      SmoothedRange(smoother: smoother, parameters: $0.range)
    }
  }

  private static func signal(
    _ name: String, power: some Smoother = Identity(), distance: some Smoother = Identity()
  ) -> EstimatorKind {
    EstimatorKind(name, radios: [.ble], isBaseline: true) {
      InvertedSignalStrength(power: power, distance: distance, parameters: $0.signal)
    }
  }

  // MARK: - Ultra-wideband

  private static let rangeBaselines: [EstimatorKind] = [
    .raw, .medianOfThree, .oneEuro, .exponentialMean, .kalmanRoomAssistant, .kalmanjs,
  ]

  package static let raw = range("raw", Identity())
  package static let medianOfThree = range("median-3", MedianOfThree())
  package static let oneEuro = range("one-euro", OneEuro())
  package static let exponentialMean = range("exponential-mean", ExponentialMean.ofFifteen)
  package static let kalmanRoomAssistant = range(
    "kalman-room-assistant", OneStateKalman.roomAssistant)
  package static let kalmanjs = range("kalmanjs", OneStateKalman.kalmanjs)

  // MARK: - Signal strength

  private static let signalBaselines: [EstimatorKind] = [
    .signalInversion, .signalTrimmedMean, .signalIntegerARMA, .signalFloatARMA, .signalFencedMean,
    .signalMinimumMean, .signalMedianOfThree, .signalOneEuro, .signalKalmanRoomAssistant,
    .signalKalmanjs,
  ]

  package static let signalInversion = signal("rssi-inversion")
  package static let signalTrimmedMean = signal("rssi-altbeacon", power: TrimmedMean())
  package static let signalIntegerARMA = signal(
    "rssi-integer-arma", power: ExponentialMean.integerARMA)
  package static let signalFloatARMA = signal("rssi-float-arma", power: ExponentialMean.floatARMA)
  package static let signalFencedMean = signal("rssi-espresense", power: FencedMean())
  package static let signalMinimumMean = signal("rssi-bermuda", distance: RunningMinimumMean())
  package static let signalMedianOfThree = signal("rssi-median-3", power: MedianOfThree())
  /// The 1 € filter with ESPresense's earlier constants.
  package static let signalOneEuro = signal(
    "rssi-one-euro",
    distance: OneEuro(minimumCutoff: 0.1, speedCoefficient: 1e-3, derivativeCutoff: 5e-3))
  package static let signalKalmanRoomAssistant = signal(
    "rssi-kalman-room-assistant", power: OneStateKalman.roomAssistant)
  package static let signalKalmanjs = signal("rssi-kalmanjs", power: OneStateKalman.kalmanjs)

  // MARK: - Both

  package static let constant = EstimatorKind(
    "constant", radios: [.uwb, .cs, .ble, .gnss, .reported], isBaseline: true
  ) {
    ConstantAnswer(parameters: $0.signal)
  }

  /// Passes on estimates from another program; see `GivenEstimate`.
  package static let given = EstimatorKind("given", radios: [.uwb], isBaseline: true) {
    GivenEstimate(parameters: $0.range)
  }

  /// Uses UWB if it is present, and signal strength otherwise, with a median of three for each.
  package static let uwbWins = EstimatorKind("uwb-wins", radios: [.uwb, .ble], isBaseline: true) {
    HardHandOver(
      ranging: SmoothedRange(smoother: MedianOfThree(), parameters: $0.range),
      signal: InvertedSignalStrength(power: MedianOfThree(), parameters: $0.signal),
      holdTime: $0.handOver.after)
  }

  /// Holds the last range forever. Before the first range, it holds the last level.
  package static let holdLast: EstimatorKind = {
    var kind = EstimatorKind("hold-last", radios: constant.radios, isBaseline: true) {
      HardHandOver(
        ranging: SmoothedRange(
          smoother: MedianOfThree(), radios: [.uwb, .cs, .gnss, .reported], parameters: $0.range),
        signal: InvertedSignalStrength(power: Identity(), parameters: $0.signal),
        holdTime: Seconds(.infinity))
    }
    kind.holdsZone = true
    return kind
  }()
}
