extension EstimatorKind {
  /// The app's own kinds, then the baselines.
  public static let all = own + baselines

  /// What others use, kept for comparison.
  public static let baselines: [EstimatorKind] =
    rangeBaselines + signalBaselines + [.constant, .uwbWins, .holdLast]

  private static func range(_ name: String, _ smoother: some Smoother) -> EstimatorKind {
    EstimatorKind(name, radios: [.uwb], isBaseline: true) {
      SmoothedRange(smoother, parameters: $0.range)
    }
  }

  private static func signal(
    _ name: String, power: some Smoother = Identity(), distance: some Smoother = Identity()
  ) -> EstimatorKind {
    EstimatorKind(name, radios: [.ble], isBaseline: true) {
      InvertedSignalStrength(power: power, distance: distance, parameters: $0.signal)
    }
  }
}

// MARK: - Ultra-wideband

extension EstimatorKind {
  private static let rangeBaselines: [EstimatorKind] = [
    .raw, .medianOfThree, .oneEuro, .exponentialMean, .kalmanRoomAssistant, .kalmanjs,
  ]

  /// The readings as they come, bias taken off.
  public static let raw = range("raw", Identity())
  /// Median of three, as in Android's ranging services.
  public static let medianOfThree = range("median-3", MedianOfThree())
  /// The 1 € filter.
  public static let oneEuro = range("one-euro", OneEuro())
  /// Exponential mean with n = 15, as in arduino-dw1000.
  public static let exponentialMean = range("exponential-mean", ExponentialMean())
  /// One-state Kalman filter with room-assistant's constants.
  public static let kalmanRoomAssistant = range(
    "kalman-room-assistant", OneStateKalman.roomAssistant)
  /// One-state Kalman filter with kalmanjs' constants.
  public static let kalmanjs = range("kalmanjs", OneStateKalman.kalmanjs)
}

// MARK: - Signal strength

extension EstimatorKind {
  private static let signalBaselines: [EstimatorKind] = [
    .signalInversion, .signalTrimmedMean, .signalIntegerARMA, .signalFloatARMA, .signalFencedMean,
    .signalMinimumMean, .signalMedianOfThree, .signalOneEuro, .signalKalmanRoomAssistant,
    .signalKalmanjs,
  ]

  /// Path-loss inversion of every reading.
  public static let signalInversion = signal("rssi-inversion")
  /// AltBeacon's 20 s trimmed running average.
  public static let signalTrimmedMean = signal("rssi-altbeacon", power: TrimmedMean())
  /// AltBeacon's ARMA as it ships, with an integer state.
  public static let signalIntegerARMA = signal("rssi-integer-arma", power: IntegerARMA())
  /// The same with a floating-point state.
  public static let signalFloatARMA = signal("rssi-float-arma", power: FloatARMA())
  /// ESPresense's 15 s mean inside Tukey's fences.
  public static let signalFencedMean = signal("rssi-espresense", power: FencedMean())
  /// Bermuda's mean of running minima.
  public static let signalMinimumMean = signal("rssi-bermuda", distance: RunningMinimumMean())
  /// Median of three, as in Android 16's ranging.
  public static let signalMedianOfThree = signal("rssi-median-3", power: MedianOfThree())
  /// The 1 € filter with ESPresense's earlier constants.
  public static let signalOneEuro = signal(
    "rssi-one-euro",
    distance: OneEuro(minimumCutoff: 0.1, speedCoefficient: 1e-3, derivativeCutoff: 5e-3))
  /// One-state Kalman filter with room-assistant's constants.
  public static let signalKalmanRoomAssistant = signal(
    "rssi-kalman-room-assistant", power: OneStateKalman.roomAssistant)
  /// One-state Kalman filter with kalmanjs' constants.
  public static let signalKalmanjs = signal("rssi-kalmanjs", power: OneStateKalman.kalmanjs)
}

// MARK: - Both

extension EstimatorKind {
  /// The typical distance, whatever comes.
  public static let constant = EstimatorKind(
    "constant", radios: [.uwb, .cs, .ble, .gnss, .reported], isBaseline: true
  ) {
    ConstantAnswer(parameters: $0.signal)
  }

  /// Estimates that somebody else has made, as they come; see `GivenEstimate`.
  public static let given = EstimatorKind("given", radios: [.uwb], isBaseline: true) {
    GivenEstimate(parameters: $0.range)
  }

  /// UWB wins, else signal strength is passed through, with a median of three each.
  public static let uwbWins = EstimatorKind("uwb-wins", radios: [.uwb, .ble], isBaseline: true) {
    HardHandOver(
      ranging: SmoothedRange(MedianOfThree(), parameters: $0.range),
      signal: InvertedSignalStrength(power: MedianOfThree(), parameters: $0.signal),
      holdTime: $0.handOver.after)
  }

  /// Holds the last range, however long ago it was; before the first one, the last level.
  public static let holdLast = EstimatorKind(
    "hold-last", radios: constant.radios, isBaseline: true
  ) {
    HardHandOver(
      ranging: SmoothedRange(
        MedianOfThree(), of: [.uwb, .cs, .gnss, .reported], parameters: $0.range),
      signal: InvertedSignalStrength(power: Identity(), parameters: $0.signal),
      holdTime: Seconds(.infinity))
  }
}
