public import Link

/// The estimators that can be asked for by name.
///
/// A new estimator is one new file, one case here, and one line in `make`.
public enum EstimatorKind: String, Sendable, Hashable, CaseIterable {
  /// The default: UWB and signal strength in one estimate.
  case fusion
  /// The range filter on its own; UWB only.
  case rangeFilter = "range-filter"
  /// The signal-strength filter on its own; Bluetooth only.
  case signalStrength = "signal-strength"
  /// Plain constant-velocity Kalman filter, untuned; UWB only.
  case constantVelocity = "constant-velocity"
  /// The same with a gate and a reset; UWB only.
  case gatedConstantVelocity = "constant-velocity-gated"

  // MARK: Baselines, UWB

  /// The readings as they come, bias taken off.
  case raw
  /// Median of three, as in Android's ranging services.
  case medianOfThree = "median-3"
  /// The 1 € filter.
  case oneEuro = "one-euro"
  /// Exponential mean with n = 15, as in arduino-dw1000.
  case exponentialMean = "exponential-mean"
  /// One-state Kalman filter with room-assistant's constants.
  case kalmanRoomAssistant = "kalman-room-assistant"
  /// One-state Kalman filter with kalmanjs' constants.
  case kalmanjs

  // MARK: Baselines, signal strength

  /// Path-loss inversion of every reading.
  case signalInversion = "rssi-inversion"
  /// AltBeacon's 20 s trimmed running average.
  case signalTrimmedMean = "rssi-trimmed-mean"
  /// AltBeacon's ARMA as it ships, with an integer state.
  case signalIntegerARMA = "rssi-integer-arma"
  /// The same with a floating-point state.
  case signalFloatARMA = "rssi-float-arma"
  /// ESPresense's 15 s mean inside Tukey's fences.
  case signalFencedMean = "rssi-fenced-mean"
  /// Bermuda's mean of running minima.
  case signalMinimumMean = "rssi-minimum-mean"
  /// Median of three, as in Android 16's ranging.
  case signalMedianOfThree = "rssi-median-3"
  /// The 1 € filter with ESPresense's earlier constants.
  case signalOneEuro = "rssi-one-euro"
  /// One-state Kalman filter with room-assistant's constants.
  case signalKalmanRoomAssistant = "rssi-kalman-room-assistant"
  /// One-state Kalman filter with kalmanjs' constants.
  case signalKalmanjs = "rssi-kalmanjs"
  /// The typical distance, whatever comes.
  case constant

  // MARK: Baselines, hand-over

  /// UWB wins, else signal strength is passed through, with a median of three each.
  case uwbWins = "uwb-wins"
  /// Holds the last UWB value.
  case holdLast = "hold-last"

  /// The radios that the estimator listens to.
  public var radios: Set<Radio> {
    switch self {
    case .fusion, .constant, .uwbWins: [.uwb, .ble]
    case .rangeFilter, .constantVelocity, .gatedConstantVelocity, .raw, .medianOfThree, .oneEuro,
      .exponentialMean, .kalmanRoomAssistant, .kalmanjs, .holdLast:
      [.uwb]
    case .signalStrength, .signalInversion, .signalTrimmedMean, .signalIntegerARMA,
      .signalFloatARMA, .signalFencedMean, .signalMinimumMean, .signalMedianOfThree,
      .signalOneEuro, .signalKalmanRoomAssistant, .signalKalmanjs:
      [.ble]
    }
  }

  /// Whether this is what others use, kept for comparison.
  public var isBaseline: Bool {
    switch self {
    case .fusion, .rangeFilter, .signalStrength: false
    default: true
    }
  }
}
