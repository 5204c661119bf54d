internal import Observations
package import Quantities

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
        "spread", "Spread of ln(distance) around the typical distance; null takes the default",
        in: 0.2...5, get: { $0.spread }, set: { $0.spread = $1 }),
      .optional(
        "observedSpread",
        "Spread of ln(distance) that calibration found; scales the interval, null leaves it",
        in: 0.05...5, get: { $0.observedSpread }, set: { $0.observedSpread = $1 }),
      .quantity(
        "relaxationTime", "How fast the distance returns to the typical one", in: 0.1...3600,
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
      .quantity(
        "referencePowerTime", "How long a learned reference power is remembered", in: 1...1_000_000,
        get: { $0.referencePowerTime }, set: { $0.referencePowerTime = $1 }),
      .optional(
        "longestInterval", "Longer pauses make no reading better; null for no limit", unit: "s",
        in: 0.1...3600, get: { $0.longestInterval.isFinite ? $0.longestInterval.value : nil },
        set: { $0.longestInterval = Seconds($1 ?? .infinity) }),
    ] + SilenceTimes.schema.map { $0.lifted(nil, get: { $0.silence }, set: { $0.silence = $1 }) }

  /// Checks every setting, and that they fit each other.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    try silence.validate()
  }
}
