extension FusionFilter {
  /// The settings of the default estimator. The defaults work without calibration.
  public struct Parameters: Sendable, Hashable {
    /// UWB: noise, motion, outliers, bias, width of the calibration.
    public var range = RangeFilter.Parameters()
    /// Signal strength: path loss, trust, typical distance, noise.
    public var signal = SignalStrengthFilter.Parameters()
    /// Channel sounding: the range filter with the noise of that radio.
    public var sounding = RangeFilter.Parameters.channelSounding
    /// Distances that a phone reports: the same, for readings that are smoothed already.
    public var reported = RangeFilter.Parameters.reported
    /// Positions: accuracy, how long its errors stay, motion.
    public var position = PositionFilter.Parameters()
    /// Hand-over and what signal strength learns from UWB.
    public var handOver = HandOver()

    /// The defaults.
    public init() {}
  }

  /// How the two radios work together.
  public struct HandOver: Sendable, Hashable {
    /// UWB silent for longer, signal strength stands in. Slow radios get three of their own
    /// intervals where that is longer.
    package var after: Seconds = 0.5
    /// Time constant of the blend from the last UWB distance to that of signal strength.
    package var blendTime: Seconds = 2
    /// How wrong the reference power may be before it is learned.
    package var powerDeviation: Decibels = 15
    /// How long the learned reference power is remembered.
    package var referencePowerTime: Seconds = 3000
    /// A mean residual beyond this many of its usual deviations is a move in an outage, not a fade: smaller
    /// follows sooner and jumps more.
    package var moveThreshold = 2.0
    /// Whether ranges that jump by a factor of two or more, and that signal strength contradicts,
    /// have to agree for `RangeFilter.Parameters.holdOff` before they are believed.
    package var guardsAgainstBursts = true

    /// The defaults.
    public init() {}
  }
}
