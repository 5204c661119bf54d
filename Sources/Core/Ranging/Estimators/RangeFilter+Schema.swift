internal import Observations
package import Quantities

extension RangeFilter.Parameters {
  /// Every setting of the range filter.
  package static let schema: [Setting<Self>] =
    [
      .quantity(
        "bias", "What the pair reads too long", level: .basic, in: -10...10,
        get: { $0.bias.constant }, set: { $0.bias.constant = $1 }),
      .number(
        "biasSlope", "Change of the bias per metre, around biasCenter", in: -0.2...0.2,
        get: { $0.bias.slope }, set: { $0.bias.slope = $1 }),
      .quantity(
        "biasCenter", "Distance at which the bias was determined", in: 0...1000,
        get: { $0.bias.center }, set: { $0.bias.center = $1 }),
      .choice(
        "profile", "Known bias curve of a chip family", get: { $0.bias.profile },
        set: { $0.bias.profile = $1 }),
      .quantity(
        "calibrationDeviation", "How wrong the bias may be, one standard deviation", in: 0...10,
        get: { $0.calibrationDeviation }, set: { $0.calibrationDeviation = $1 }),
      .quantity(
        "whiteDeviation", "Part of a reading's error that is new every time", in: 0.001...10,
        get: { $0.whiteDeviation }, set: { $0.whiteDeviation = $1 }),
      .quantity(
        "correlatedDeviation", "Part of a reading's error that stays for a while", in: 0...10,
        get: { $0.correlatedDeviation }, set: { $0.correlatedDeviation = $1 }),
      .quantity(
        "correlationTime", "How long the correlated error stays", in: 0.001...10,
        get: { $0.correlationTime }, set: { $0.correlationTime = $1 }),
      .number(
        "studentDegrees", "Degrees of freedom of a reading's Student distribution", in: 1...100,
        get: { $0.studentDegrees }, set: { $0.studentDegrees = $1 }),
      .number(
        "longSideDoubt", "Extra doubt about readings that are too long", in: 0...10,
        get: { $0.longSideDoubt }, set: { $0.longSideDoubt = $1 }),
      .quantity(
        "velocityDeviation", "Usual speed of the motion, one standard deviation", in: 0.01...100,
        get: { $0.velocityDeviation }, set: { $0.velocityDeviation = $1 }),
      .quantity(
        "velocityTime", "How long a velocity is remembered", in: 0.05...60,
        get: { $0.velocityTime },
        set: { $0.velocityTime = $1 }),
      .number(
        "gate", "Readings further off than so many standard deviations are outliers", in: 1...20,
        get: { $0.gate }, set: { $0.gate = $1 }),
      .count(
        "candidateCount", "So many outliers that agree with each other ...", in: 2...1000,
        get: { $0.candidateCount }, set: { $0.candidateCount = $1 }),
      .quantity(
        "candidateTime", "... for so long take over", in: 0...60, get: { $0.candidateTime },
        set: { $0.candidateTime = $1 }),
      .quantity(
        "slowCandidateTime", "Three outliers that agree for so long take over too", in: 0...60,
        get: { $0.slowCandidateTime }, set: { $0.slowCandidateTime = $1 }),
      .quantity(
        "candidateSpeed", "How fast outliers that agree may move", in: 0...100,
        get: { $0.candidateSpeed }, set: { $0.candidateSpeed = $1 }),
      .count(
        "lostCount", "So many rejections in a row ...", in: 2...10000, get: { $0.lostCount },
        set: { $0.lostCount = $1 }),
      .quantity(
        "lostTime", "... for so long start the filter anew", in: 0...60, get: { $0.lostTime },
        set: { $0.lostTime = $1 }),
      .quantity(
        "adaptationTime", "How fast the noise and motion scales adapt", in: 0.1...600,
        get: { $0.adaptationTime }, set: { $0.adaptationTime = $1 }),
      .number(
        "motionThreshold", "Smoothed innovation that means motion and not noise", in: 0.1...10,
        get: { $0.motionThreshold }, set: { $0.motionThreshold = $1 }),
      .quantity(
        "obstructionLimit", "Received minus first-path power of a blocked path", in: 0...60,
        get: { $0.obstructionLimit }, set: { $0.obstructionLimit = $1 }),
      .quantity(
        "obstructionDeviation", "What a blocked path adds to the calibration's doubt", in: 0...10,
        get: { $0.obstructionDeviation }, set: { $0.obstructionDeviation = $1 }),
      .quantity(
        "holdOff", "Outliers that another radio contradicts must agree for so long", in: 0...600,
        get: { $0.holdOff }, set: { $0.holdOff = $1 }),
      .number(
        "farLimit",
        "Innovations beyond so many standard deviations do not move the scales by their sign",
        in: 1...1000, get: { $0.farLimit }, set: { $0.farLimit = $1 }),
      .number(
        "noiseScaleLimit", "Largest noise scale, as a factor of the variance", in: 1...1_000_000,
        get: { $0.noiseScaleLimit }, set: { $0.noiseScaleLimit = $1 }),
      .number(
        "loudScale", "Links with a larger noise scale count as loud", in: 1...1_000_000,
        get: { $0.loudScale }, set: { $0.loudScale = $1 }),
      .number(
        "motionScaleLimit", "Largest motion scale, as a factor of the variance", in: 1...1_000_000,
        get: { $0.motionScaleLimit }, set: { $0.motionScaleLimit = $1 }),
    ] + SilenceTimes.schema.map { $0.lifted(nil, get: { $0.silence }, set: { $0.silence = $1 }) }

  /// Checks every setting, and that they fit each other.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    try silence.validate()
  }
}
