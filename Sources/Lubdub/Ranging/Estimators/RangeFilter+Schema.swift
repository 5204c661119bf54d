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
      .number(
        "profileShare", "How much of that curve is taken off", in: 0...1,
        get: { $0.bias.profileShare }, set: { $0.bias.profileShare = $1 }),
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
        "positiveErrorScale",
        "How fast the variance of readings that are too long grows with their squared error",
        in: 0...10,
        get: { $0.positiveErrorScale }, set: { $0.positiveErrorScale = $1 }),
      .quantity(
        "velocityDeviation", "Usual speed of the motion, one standard deviation", in: 0.01...100,
        get: { $0.velocityDeviation }, set: { $0.velocityDeviation = $1 }),
      .quantity(
        "velocityTime", "How long a velocity is remembered", in: 0.05...60,
        get: { $0.velocityTime },
        set: { $0.velocityTime = $1 }),
      .quantity(
        "lowestReading",
        "Readings below this, once the bias is off, are gross errors that nothing is learned from",
        in: -10...0, get: { $0.lowestReading }, set: { $0.lowestReading = $1 }),
      .number(
        "gate", "Readings further off than this many standard deviations are outliers", in: 1...20,
        get: { $0.gate }, set: { $0.gate = $1 }),
      .count(
        "candidateCount", "Number of agreeing outliers that replace the track", in: 2...1000,
        get: { $0.candidateCount }, set: { $0.candidateCount = $1 }),
      .quantity(
        "candidateTime", "Minimum time that these outliers must agree", in: 0...60,
        get: { $0.candidateTime },
        set: { $0.candidateTime = $1 }),
      .quantity(
        "slowCandidateTime", "Minimum time that three outliers must agree to replace the track too",
        in: 0...60,
        get: { $0.slowCandidateTime }, set: { $0.slowCandidateTime = $1 }),
      .quantity(
        "candidateSpeed", "How fast outliers that agree may move", in: 0...100,
        get: { $0.candidateSpeed }, set: { $0.candidateSpeed = $1 }),
      .count(
        "restartCount", "Number of rejections in a row that start the filter anew", in: 2...10000,
        get: { $0.restartCount },
        set: { $0.restartCount = $1 }),
      .quantity(
        "restartTime", "Minimum time since the last accepted reading before that", in: 0...60,
        get: { $0.restartTime },
        set: { $0.restartTime = $1 }),
      .quantity(
        "adaptationTime", "How fast the noise and motion scales adapt", in: 0.1...600,
        get: { $0.adaptationTime }, set: { $0.adaptationTime = $1 }),
      .number(
        "motionThreshold", "Smoothed innovation that means motion and not noise", in: 0.1...10,
        get: { $0.motionThreshold }, set: { $0.motionThreshold = $1 }),
      .quantity(
        "obstructionLimit",
        "Received minus first-path power beyond which the path counts as blocked", in: 0...60,
        get: { $0.obstructionLimit }, set: { $0.obstructionLimit = $1 }),
      .quantity(
        "obstructionDeviation", "What a blocked path adds to calibrationDeviation, in quadrature",
        in: 0...10,
        get: { $0.obstructionDeviation }, set: { $0.obstructionDeviation = $1 }),
      .quantity(
        "holdOff", "Minimum time that outliers must agree when another radio contradicts them",
        in: 0...600,
        get: { $0.holdOff }, set: { $0.holdOff = $1 }),
      .number(
        "motionGate",
        "Innovations beyond this many standard deviations do not count as motion",
        in: 1...1000, get: { $0.motionGate }, set: { $0.motionGate = $1 }),
      .number(
        "noiseScaleLimit", "Largest noise scale, as a factor of the variance", in: 1...1_000_000,
        get: { $0.noiseScaleLimit }, set: { $0.noiseScaleLimit = $1 }),
      .number(
        "noisyLinkThreshold", "Links with a larger noise scale count as noisy", in: 1...1_000_000,
        get: { $0.noisyLinkThreshold }, set: { $0.noisyLinkThreshold = $1 }),
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
