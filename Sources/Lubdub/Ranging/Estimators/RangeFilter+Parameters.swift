extension RangeFilter {
  /// The constants of the range filter. What a setting without a comment means stands in `schema`.
  ///
  /// The defaults come from one set of constants for four open sets of UWB recordings (100 Hz in a room, 10 Hz
  /// outdoors, still links), leave-one-recording-out; see `docs/decisions/03-range-filter.md`. The choice is flat: the
  /// worst of 72 neighbours is 3 % behind.
  public struct Parameters: Sendable, Hashable {
    // MARK: Noise of a reading

    /// The part of a reading's error that is new every time: 0.02 to 0.035 m on every set.
    package var whiteDeviation: Meters = 0.03
    package var correlatedDeviation: Meters = 0.06
    /// How long it stays. Below 0.1 s on purpose: with more, slow motion is taken for error.
    package var correlationTime: Seconds = 0.05
    package var studentDegrees = 4.0
    package var positiveErrorScale = 0.5

    // MARK: Motion

    /// Stationary spread of the velocity: follows people and fast robots.
    package var velocityDeviation: MetersPerSecond = 1
    package var velocityTime: Seconds = 2

    // MARK: Outliers and re-acquisition

    /// Near contact half of all readings lie below zero; those of a radio with 0.1 m of noise and a bias that is 0.05 m
    /// off lie below this one in 1.8 % of the cases.
    package var lowestReading: Meters = -0.25
    package var gate = 2.7
    /// Number of agreeing rejected readings that replace the track, if they last for `candidateTime`.
    static let candidateCount = 12
    /// Minimum time that these must agree. Real bursts agree with themselves for 0.2 to 0.3 s.
    static let candidateTime: Seconds = 1
    /// Minimum time that three must agree to replace the track as well: what slow links have.
    static let slowCandidateTime: Seconds = 3
    static let candidateSpeed = 2.0
    /// Hold-off: minimum time that ranges must agree when signal strength contradicts them.
    static let holdOff: Seconds = 6
    /// Number of rejections in a row that start the filter anew, after `restartTime`.
    static let restartCount = 6
    /// Minimum time since the last accepted reading before the filter starts anew.
    static let restartTime: Seconds = 3

    // MARK: Scales that adapt

    /// Time in which noise and motion scales grow by e while innovations stay large.
    static let adaptationTime = 2.0
    /// Smoothed innovations beyond this, always to one side, mean motion and not noise.
    static let motionThreshold = 1.3
    /// Innovations beyond this many standard deviations do not count as motion: they leave drift and motion scale alone.
    static let motionGate = 6.0
    /// Largest noise scale, as a factor of the variance.
    static let noiseScaleLimit = 400.0
    /// A link with a larger noise scale is a noisy one: the scale then settles where innovations have the width they
    /// should have. Below, it settles lower, at 1.5 times that width, which costs clean links nothing.
    static let noisyLinkThreshold = 10.0
    /// Largest motion scale, as a factor of the variance.
    static let motionScaleLimit = 25.0

    // MARK: Calibration and status

    /// What the pair reads too long.
    public var bias = RangeBias()
    /// What the pair reads in contact once the bias is off; ranges below 0.5 m are moved by it. `nil` until a touch or
    /// a calibration shows.
    public var contactLevel: Meters?
    /// Short-term deviation of the pair's ranges at rest that was learned before; `nil` to learn it.
    public var rangeDeviation: Meters?
    /// Whether deviation and level of contact are learned. Not of radios that stand in.
    package var learns = true
    /// Part of the interval but not of the short-term deviation. Without calibration, 0.20 m holds 95 to 100 % of the
    /// truth on the sets in line of sight, 65 % in a flat with blocked paths. A calibration gives 0.04 to 0.15 m there.
    package var calibrationDeviation: Meters = 0.20
    package var obstructionDeviation: Meters = 0.5
    /// When silence makes an estimate a mere prediction, and when it is stale.
    public var silence = Radio.uwb.entry.silence

    /// The defaults.
    public init() {}

    /// A range with the bias taken off; `nil` for one that the filter does not see: not finite, or further
    /// below zero than noise reaches.
    @inline(__always) package func corrected(_ range: Meters) -> Double? {
      let z = bias.corrected(range.value)
      return z >= lowestReading.value && z < .infinity ? z : nil
    }
  }
}
