extension SignalStrengthFilter.Parameters {
  /// Every setting of the signal-strength filter.
  package static let schema: [Setting<Self>] =
    [
      .quantity(
        "referencePower", "RSSI at one metre", level: .basic, in: -120...0,
        get: { $0.pathLoss.referencePower }, set: { $0.pathLoss.referencePower = $1 }),
      .number(
        "exponent", "Path-loss exponent", level: .basic, in: 1...6, get: { $0.pathLoss.exponent },
        set: { $0.pathLoss.exponent = $1 }),
      .choice(
        "trust", "How well reference power and exponent are known", get: { $0.trust },
        set: { $0.trust = $1 }),
      .optional(
        "typicalDistance", "Median distance of such links; null takes the generic 2.7 m", unit: "m",
        in: 0.1...50, get: { $0.typicalDistance?.value },
        set: { $0.typicalDistance = $1.map { Meters($0) } }),
      .optional(
        "spread",
        "Spread of ln(distance) around the typical distance, as calibration found it; null takes the default",
        in: 0.05...5, get: { $0.spread }, set: { $0.spread = $1 }),
      .optional(
        "powerDeviation", "How wrong the reference power may be; null takes that of the trust",
        unit: "dB", in: 0.1...60, get: { $0.powerDeviation?.value },
        set: { $0.powerDeviation = $1.map { Decibels($0) } }),
      .optional(
        "doubt",
        "Probability that the reference power is off by more: larger forgives sooner and follows less; "
          + "null takes that of the trust",
        in: 0...1, get: { $0.doubt }, set: { $0.doubt = $1 }),
      .optional(
        "contactLevel", "Level while the devices touch; null where it is not known", unit: "dBm",
        in: -120...0, get: { $0.contactLevel?.value },
        set: { $0.contactLevel = $1.map { DBm($0) } }),
      .quantity(
        "contactLevelDeviation", "How wrong the level of contact may be", in: 0.1...60,
        get: { $0.contactLevelDeviation }, set: { $0.contactLevelDeviation = $1 }),
      .optional(
        "contactGap",
        "How much stronger contact is than 0.1 to 0.3 m; null where it is not known", unit: "dB",
        in: -60...100, get: { $0.contactGap?.value },
        set: { $0.contactGap = $1.map { Decibels($0) } }),
      .number(
        "widthFactor", "Widens the interval of signal strength alone, as calibration found it",
        in: 1...5, get: { $0.widthFactor }, set: { $0.widthFactor = $1 }),
      .quantity(
        "relaxationTime", "How fast the level returns to the usual one", in: 0.1...3600,
        get: { $0.relaxationTime }, set: { $0.relaxationTime = $1 }),
      .number(
        "fadingDensity", "Noise density of correlated fading, in dB² s", in: 0.1...100000,
        get: { $0.fadingDensity }, set: { $0.fadingDensity = $1 }),
      .number(
        "floorVariance", "Noise of a reading after however long a pause, in dB²", in: 0.1...10000,
        get: { $0.floorVariance }, set: { $0.floorVariance = $1 }),
      .quantity(
        "shortestInterval", "Readings that come faster count as this far apart", in: 0.001...10,
        get: { $0.shortestInterval }, set: { $0.shortestInterval = $1 }),
      .quantity(
        "weakScale", "Residual at which a weak reading's noise doubles", in: 0.1...1000,
        get: { $0.weakScale }, set: { $0.weakScale = $1 }),
      .quantity(
        "strongScale", "Residual at which a strong reading's noise doubles", in: 0.1...1000,
        get: { $0.strongScale }, set: { $0.strongScale = $1 }),
    ] + SilenceTimes.schema.map { $0.lifted(nil, get: { $0.silence }, set: { $0.silence = $1 }) }

  /// Checks every setting, and that they fit each other.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    try silence.validate()
  }
}
