internal import Quantities
internal import Ranging

extension Setting {
  /// How ranges become a distance.
  static let uwb: [Setting] = [
    Setting(
      "uwb.bias", "What the pair reads too long", unit: "m",
      .number(\.ranging.range.bias.constant.value, -10...10)),
    Setting(
      "uwb.biasSlope", "Change of the bias per metre, around biasCenter",
      .number(\.ranging.range.bias.slope, -0.2...0.2)),
    Setting(
      "uwb.biasCenter", "Distance at which the bias was determined", unit: "m",
      .number(\.ranging.range.bias.center.value, 0...1000)),
    Setting(
      "uwb.profile", "Known bias curve of a chip family",
      .choice(
        get: { $0.ranging.range.bias.profile.rawValue },
        set: { configuration, word in
          guard let profile = RangeBias.Profile(rawValue: word) else { return false }
          configuration.ranging.range.bias.profile = profile
          return true
        }, options: RangeBias.Profile.allCases.map(\.rawValue))),
    Setting(
      "uwb.calibrationDeviation", "How wrong the bias may be, one standard deviation", unit: "m",
      .number(\.ranging.range.calibrationDeviation.value, 0...10)),
    Setting(
      "uwb.whiteDeviation", "Part of a reading's error that is new every time", unit: "m",
      .number(\.ranging.range.whiteDeviation.value, 0.001...10)),
    Setting(
      "uwb.correlatedDeviation", "Part of a reading's error that stays for a while", unit: "m",
      .number(\.ranging.range.correlatedDeviation.value, 0...10)),
    Setting(
      "uwb.correlationTime", "How long the correlated error stays", unit: "s",
      .number(\.ranging.range.correlationTime.value, 0.001...10)),
    Setting(
      "uwb.studentDegrees", "Degrees of freedom of a reading's Student distribution",
      .number(\.ranging.range.studentDegrees, 1...100)),
    Setting(
      "uwb.longSideDoubt", "Extra doubt about readings that are too long",
      .number(\.ranging.range.longSideDoubt, 0...10)),
    Setting(
      "uwb.velocityDeviation", "Usual speed of the motion, one standard deviation", unit: "m/s",
      .number(\.ranging.range.velocityDeviation.value, 0.01...100)),
    Setting(
      "uwb.velocityTime", "How long a velocity is remembered", unit: "s",
      .number(\.ranging.range.velocityTime.value, 0.05...60)),
    Setting(
      "uwb.gate", "Readings further off than so many standard deviations are outliers",
      .number(\.ranging.range.gate, 1...20)),
    Setting(
      "uwb.candidateCount", "So many outliers that agree with each other ...",
      .count(\.ranging.range.candidateCount, 2...1000)),
    Setting(
      "uwb.candidateTime", "... for so long take over", unit: "s",
      .number(\.ranging.range.candidateTime.value, 0...60)),
    Setting(
      "uwb.slowCandidateTime", "Three outliers that agree for so long take over too", unit: "s",
      .number(\.ranging.range.slowCandidateTime.value, 0...60)),
    Setting(
      "uwb.candidateSpeed", "How fast outliers that agree may move", unit: "m/s",
      .number(\.ranging.range.candidateSpeed.value, 0...100)),
    Setting(
      "uwb.lostCount", "So many rejections in a row ...",
      .count(\.ranging.range.lostCount, 2...10000)),
    Setting(
      "uwb.lostTime", "... for so long start the filter anew", unit: "s",
      .number(\.ranging.range.lostTime.value, 0...60)),
    Setting(
      "uwb.adaptationTime", "How fast the noise and motion scales adapt", unit: "s",
      .number(\.ranging.range.adaptationTime.value, 0.1...600)),
    Setting(
      "uwb.motionThreshold", "Smoothed innovation that means motion and not noise",
      .number(\.ranging.range.motionThreshold, 0.1...10)),
    Setting(
      "uwb.obstructionLimit", "Received minus first-path power of a blocked path", unit: "dB",
      .number(\.ranging.range.obstructionLimit.value, 0...60)),
    Setting(
      "uwb.obstructionDeviation", "What a blocked path adds to the calibration's doubt", unit: "m",
      .number(\.ranging.range.obstructionDeviation.value, 0...10)),
    Setting(
      "uwb.coastAfter", "Silent for longer, the estimate is only predicted", unit: "s",
      .number(\.ranging.range.coastAfter.value, 0...3600)),
    Setting(
      "uwb.staleAfter", "Silent for longer, the estimate is stale", unit: "s",
      .number(\.ranging.range.staleAfter.value, 0...3600)),
  ]

  /// How signal strength becomes a distance.
  static let rssi: [Setting] = [
    Setting(
      "rssi.referencePower", "RSSI at one metre", unit: "dBm",
      .number(\.ranging.signal.pathLoss.referencePower.value, -120...0)),
    Setting(
      "rssi.exponent", "Path-loss exponent",
      .number(\.ranging.signal.pathLoss.exponent, 1...6)),
    Setting(
      "rssi.trust", "How well reference power and exponent are known",
      .choice(
        get: { $0.ranging.signal.trust.rawValue },
        set: { configuration, word in
          guard let trust = PathLossTrust(rawValue: word) else { return false }
          configuration.ranging.signal.trust = trust
          return true
        }, options: PathLossTrust.allCases.map(\.rawValue))),
    Setting(
      "rssi.typicalDistance", "Median distance of such links; null takes the generic 2.7 m",
      unit: "m",
      .optionalNumber(
        get: { $0.ranging.signal.typicalDistance?.value },
        set: { $0.ranging.signal.typicalDistance = $1.map { Meters($0) } }, 0.1...50)),
    Setting(
      "rssi.spread", "Spread of ln(distance) around the typical distance; null takes the default",
      .optionalNumber(
        get: { $0.ranging.signal.spread }, set: { $0.ranging.signal.spread = $1 }, 0.2...5)),
    Setting(
      "rssi.observedSpread",
      "Spread of ln(distance) that calibration found; scales the interval, null leaves it",
      .optionalNumber(
        get: { $0.ranging.signal.observedSpread },
        set: { $0.ranging.signal.observedSpread = $1 }, 0.05...5)),
    Setting(
      "rssi.relaxationTime", "How fast the distance returns to the typical one", unit: "s",
      .number(\.ranging.signal.relaxationTime.value, 0.1...3600)),
    Setting(
      "rssi.fadingDensity", "Noise density of correlated fading, in dB² s",
      .number(\.ranging.signal.fadingDensity, 0.1...100000)),
    Setting(
      "rssi.floorVariance", "Noise of a reading after however long a pause, in dB²",
      .number(\.ranging.signal.floorVariance, 0.1...10000)),
    Setting(
      "rssi.shortestInterval", "Readings that come faster count as this far apart", unit: "s",
      .number(\.ranging.signal.shortestInterval.value, 0.001...10)),
    Setting(
      "rssi.weakScale", "Residual at which a weak reading's noise doubles", unit: "dB",
      .number(\.ranging.signal.weakScale.value, 0.1...1000)),
    Setting(
      "rssi.strongScale", "Residual at which a strong reading's noise doubles", unit: "dB",
      .number(\.ranging.signal.strongScale.value, 0.1...1000)),
    Setting(
      "rssi.offsetTime", "How long a learned reference power is remembered", unit: "s",
      .number(\.ranging.signal.offsetTime.value, 1...1_000_000)),
    Setting(
      "rssi.coastAfter", "Silent for longer, the estimate is only predicted", unit: "s",
      .number(\.ranging.signal.coastAfter.value, 0...3600)),
    Setting(
      "rssi.staleAfter", "Silent for longer, the estimate is stale", unit: "s",
      .number(\.ranging.signal.staleAfter.value, 0...3600)),
  ]

  /// How the plain filter, where it is the estimator, turns ranges into a distance.
  static let constantVelocity: [Setting] = [
    Setting(
      "constantVelocity.processNoise",
      "Estimator constant-velocity: density of the acceleration, in m²/s³",
      .number(\.constantVelocity.processNoise, 0.000001...1_000_000)),
    Setting(
      "constantVelocity.measurementDeviation",
      "Estimator constant-velocity: standard deviation of a reading", unit: "m",
      .number(\.constantVelocity.measurementDeviation.value, 0.001...10)),
  ]

  /// How signal strength stands in for silent ranges.
  static let handOver: [Setting] = [
    Setting(
      "handOver.after", "UWB silent for longer, signal strength stands in", unit: "s",
      .number(\.ranging.handOver.after.value, 0...3600)),
    Setting(
      "handOver.blendTime", "Time constant of the glide to signal strength", unit: "s",
      .number(\.ranging.handOver.blendTime.value, 0.01...600)),
    Setting(
      "handOver.fadingDensity", "Noise density of fading while UWB teaches, in dB² s",
      .number(\.ranging.handOver.fadingDensity, 0.1...100000)),
    Setting(
      "handOver.floorVariance", "Noise floor while UWB teaches, in dB²",
      .number(\.ranging.handOver.floorVariance, 0.1...10000)),
    Setting(
      "handOver.longestInterval", "Longer pauses make no reading better", unit: "s",
      .number(\.ranging.handOver.longestInterval.value, 0.1...3600)),
    Setting(
      "handOver.powerDeviation", "How wrong the reference power may be at first", unit: "dB",
      .number(\.ranging.handOver.powerDeviation.value, 0.1...60)),
    Setting(
      "handOver.offsetTime", "How long the learned reference power is remembered", unit: "s",
      .number(\.ranging.handOver.offsetTime.value, 1...1_000_000)),
  ]
}
