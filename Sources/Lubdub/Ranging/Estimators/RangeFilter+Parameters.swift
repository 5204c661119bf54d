extension RangeFilter {
  /// The constants of the range filter. `schema` explains the settings that have no comment here.
  ///
  /// The defaults come from one set of constants for four open sets of UWB recordings (100 Hz in a room, 10 Hz outdoors, still
  /// links), leave-one-recording-out; see `docs/decisions/03-range-filter.md`. The optimum is flat: the worst of 72 neighbors
  /// is 3% behind.
  public struct Parameters: Sendable, Hashable {
    // MARK: Noise of a reading

    /// The deviation of the error that changes with each reading: 0.02 to 0.035 m on every set.
    package var whiteDeviation: Meters = 0.03
    package var correlatedDeviation: Meters = 0.06
    /// The time for which the correlated error lasts. The time is below 0.1 s, because with a longer time, slow motion
    /// counts as an error.
    package var correlationTime: Seconds = 0.05
    package var studentDegrees = 4.0
    package var positiveErrorScale = 0.5

    // MARK: Motion

    /// The stationary deviation of the velocity, for people and fast robots.
    package var velocityDeviation: MetersPerSecond = 1
    package var velocityTime: Seconds = 2

    // MARK: Outliers and re-acquisition

    /// The lowest valid reading. Near contact, half of all readings are below zero; with 0.1 m of noise and a bias that is
    /// 0.05 m off, 1.8% of the readings are below this value.
    package var lowestReading: Meters = -0.25
    package var gate = 2.7
    /// The number of agreeing rejected readings that replace the track, if they agree for `candidateTime`.
    static let candidateCount = 12
    /// The least time for which the rejected readings must agree before they replace the track. Real bursts agree for 0.2 to
    /// 0.3 s.
    static let candidateTime: Seconds = 1
    /// The least time for which three readings of a slow link must agree to replace the track.
    static let slowCandidateTime: Seconds = 3
    static let candidateSpeed = 2.0
    /// Hold-off: the least time for which ranges must agree when signal strength contradicts them.
    static let holdOff: Seconds = 6
    /// The number of rejections in a row that restart the filter, after `restartTime`.
    static let restartCount = 6
    /// The least time since the last accepted reading before the filter restarts.
    static let restartTime: Seconds = 3

    // MARK: Scales that adapt

    /// The time in which noise and motion scales grow by e while innovations stay large.
    static let adaptationTime = 2.0
    /// The smoothed innovation to one side beyond which its cause is motion, not noise.
    static let motionThreshold = 1.3
    /// The number of standard deviations beyond which innovations do not count as motion: drift and motion scale stay the same.
    static let motionGate = 6.0
    /// The largest noise scale, as a factor of the variance.
    static let noiseScaleLimit = 400.0
    /// The noise scale above which a link is noisy: the scale then settles at the expected width of innovations. Below, the
    /// scale settles lower, at 1.5 times this width, without a cost for clean links.
    static let noisyLinkThreshold = 10.0
    /// The largest motion scale, as a factor of the variance.
    static let motionScaleLimit = 25.0

    // MARK: Calibration and status

    /// The bias of the pair's ranges.
    public var bias = RangeBias()
    /// The contact level, the range of the pair in contact without bias; it corrects ranges below 0.5 m. `nil` until a touch
    /// or a calibration determines it.
    public var contactLevel: Meters?
    /// The known short-term deviation of the pair's ranges at rest; `nil` to learn it.
    public var rangeDeviation: Meters?
    /// Whether the deviation and the contact level are learned. `false` for radios that replace UWB.
    package var learns = true
    /// The deviation of the calibration error, which widens the interval but not the short-term deviation. Without
    /// calibration, 0.20 m covers 95 to 100% of the truth on the sets in line of sight, and 65% in a flat with blocked
    /// paths. A calibration gives 0.04 to 0.15 m on these sets.
    package var calibrationDeviation: Meters = 0.20
    package var obstructionDeviation: Meters = 0.5
    /// The times of silence after which an estimate is only predicted, and after which it is stale.
    public var silence = Radio.uwb.entry.silence

    /// Creates the defaults.
    public init() {}

    /// Returns a range without the bias; `nil` for a range that the filter ignores: not finite, or farther below zero than
    /// noise reaches.
    @inline(__always) package func corrected(_ range: Meters) -> Double? {
      let z = bias.corrected(range.value)
      return z >= lowestReading.value && z < .infinity ? z : nil
    }
  }
}
