extension RangeFilter {
  /// The constants of the range filter.
  ///
  /// The defaults come from one set of constants for four open sets of UWB recordings (100 Hz in a
  /// room, 10 Hz outdoors, still links), leave-one-recording-out; see
  /// `docs/decisions/03-range-filter.md`. The choice is flat: the worst of 72 neighbours is 3 %
  /// behind.
  public struct Parameters: Sendable, Hashable {
    // MARK: Noise of a reading

    /// The part of a reading's error that is new every time: 0.02 to 0.035 m on every set.
    package var whiteDeviation: Meters = 0.03
    package var correlatedDeviation: Meters = 0.06
    /// How long it stays. Below 0.1 s on purpose: with more, slow motion is taken for error.
    package var correlationTime: Seconds = 0.05
    /// Degrees of freedom of the Student distribution that a reading's error is taken to follow.
    package var studentDegrees = 4.0
    /// How fast the variance of readings that are too long, as blocked paths make them, grows: by this
    /// share of their squared normalized innovation.
    package var positiveErrorScale = 0.5

    // MARK: Motion

    /// Stationary spread of the velocity: follows people and fast robots.
    package var velocityDeviation: MetersPerSecond = 1
    /// Time constant with which the velocity decays.
    package var velocityTime: Seconds = 2

    // MARK: Outliers and re-acquisition

    /// A reading further below zero, once the bias is off, is a gross error, and the filter does not
    /// see it. Near contact half of all readings lie below zero; those of a radio with 0.1 m of noise and a
    /// bias that is 0.05 m off lie below this one in 1.8 % of the cases.
    package var lowestReading: Meters = -0.25
    /// A reading further off than this many standard deviations is rejected.
    package var gate = 2.7
    /// Number of agreeing rejected readings that replace the track, if they last for `candidateTime`.
    package static let candidateCount = 12
    /// Minimum time that these must agree. Real bursts agree with themselves for 0.2 to 0.3 s.
    package static let candidateTime: Seconds = 1
    /// Minimum time that three must agree to replace the track as well: what slow links have.
    package static let slowCandidateTime: Seconds = 3
    package static let candidateSpeed: MetersPerSecond = 2
    /// Hold-off: minimum time that ranges must agree when signal strength contradicts them.
    package static let holdOff: Seconds = 6
    /// Number of rejections in a row that start the filter anew, after `restartTime`.
    package static let restartCount = 6
    /// Minimum time since the last accepted reading before the filter starts anew, whatever the readings
    /// look like.
    package static let restartTime: Seconds = 3

    // MARK: Scales that adapt

    /// Time in which noise and motion scales grow by e while innovations stay large.
    package static let adaptationTime: Seconds = 2
    /// Smoothed innovations beyond this, always to one side, mean motion and not noise.
    package static let motionThreshold = 1.3
    /// Innovations beyond this many standard deviations do not count as motion: they leave the running
    /// mean of the normalized innovations, and the motion scale, as they are.
    package static let motionGate = 6.0
    /// Largest noise scale, as a factor of the variance.
    package static let noiseScaleLimit = 400.0
    /// A link with a larger noise scale is a noisy one: the scale then settles where innovations have
    /// the width they should have. Below, it settles lower, at 1.5 times that width, which costs
    /// clean links nothing.
    package static let noisyLinkThreshold = 10.0
    /// Largest motion scale, as a factor of the variance.
    package static let motionScaleLimit = 25.0

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
    /// How wrong the bias may be: one standard deviation, part of the interval but not of the
    /// short-term deviation. The default is for a link without calibration: 0.20 m holds 95 to
    /// 100 % of the truth on the sets in line of sight, 65 % in a flat with blocked paths. A
    /// calibration gives a better one, 0.04 to 0.15 m in line of sight.
    package var calibrationDeviation: Meters = 0.20
    /// What a blocked path adds to the calibration deviation, in quadrature.
    package var obstructionDeviation: Meters = 0.5
    /// When silence makes an estimate a mere prediction, and when it is stale.
    public var silence = Radio.uwb.entry.silence

    /// The defaults.
    public init() {}
  }
}

extension RangeFilter.Parameters {
  /// A range with the bias taken off; `nil` for one that the filter does not see: not finite, or further
  /// below zero than noise reaches.
  @inline(__always) package func corrected(_ range: Meters) -> Double? {
    let z = bias.corrected(range.value)
    return z >= lowestReading.value && z < .infinity ? z : nil
  }
}
