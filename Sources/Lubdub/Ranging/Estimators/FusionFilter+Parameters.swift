extension FusionFilter {
  /// The settings of the default estimator, and of the estimators with which it is compared. The defaults work without
  /// calibration.
  public struct Parameters: Sendable, Hashable {
    /// UWB: noise, motion, outliers, bias, width of the calibration.
    public var range = RangeFilter.Parameters()
    /// Signal strength: path loss, trust, typical distance, noise.
    public var signal = SignalStrengthFilter.Parameters()
    /// The settings for ranges that replace missing UWB ranges: the range filter with the errors from the table of radios.
    public var standIns = PerRadio { RangeFilter.Parameters(of: $0) }
    /// Wide ranges: accuracy, duration of their errors, motion.
    public var wide = WideRangeFilter.Parameters()
    /// The hand-over between radios.
    public var handOver = HandOver()
    package var constantVelocity = ConstantVelocityFilter.Parameters()

    /// Creates the defaults.
    public init() {}

    package var silences: PerRadio<SilenceTimes> {
      PerRadio { radio in
        switch radio.family {
        case .range: radio.standsIn ? standIns[radio].silence : range.silence
        case .level: signal.silence
        case .wideRange: wide.expectedSilence
        }
      }
    }
  }

  /// The hand-over between radios.
  public struct HandOver: Sendable, Hashable {
    /// The silence after which another radio takes over. The filter waits for at least three intervals of the silent radio.
    package var after: Seconds = 0.5

    /// Creates the defaults.
    public init() {}
  }
}

extension FusionFilter.HandOver: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .number(
      "after", "Time without UWB ranges until signal strength replaces them", level: .basic,
      in: 0...3600
    ) { $1(&$0.after) }
  ]
}

extension RangeFilter.Parameters {
  package init(of radio: Radio) {
    self.init()
    silence = radio.entry.silence
    guard let errors = radio.entry.errors else { return }
    learns = false
    whiteDeviation = errors.white
    correlatedDeviation = errors.correlated
    correlationTime = errors.correlationTime
    calibrationDeviation = errors.calibration
    lowestReading = errors.lowest
    velocityDeviation = errors.velocity
    velocityTime = errors.velocityTime
  }
}
