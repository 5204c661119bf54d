extension SignalStrengthFilter.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .number("referencePower", "RSSI at one metre", level: .basic, in: -120...0) {
        $1(&$0.pathLoss.referencePower)
      },
      .number("exponent", "Path-loss exponent", level: .basic, in: 1...6) {
        $1(&$0.pathLoss.exponent)
      },
      .choice("trust", "How well reference power and exponent are known") { $1(&$0.trust) },
      .optional(
        "typicalDistance", "Median distance of such links; null takes the generic 2.7 m",
        in: 0.1...50
      ) { $1(&$0.typicalDistance) },
      .optional(
        "spread",
        "Spread of ln(distance) around the typical distance, as calibration found it; null takes the default",
        in: 0.05...5
      ) { $1(&$0.spread) },
      .optional(
        "powerDeviation", "How wrong the reference power may be; null takes that of the trust",
        in: 0.1...60
      ) { $1(&$0.powerDeviation) },
      .optional(
        "doubt",
        "Probability that the reference power is off by more: larger forgives sooner and follows less; "
          + "null takes that of the trust",
        in: 0...1
      ) { $1(&$0.doubt) },
      .optional(
        "contactLevel", "Level while the devices touch; null where it is not known", in: -120...0
      ) { $1(&$0.contactLevel) },
      .number("contactLevelDeviation", "How wrong the level of contact may be", in: 0.1...60) {
        $1(&$0.contactLevelDeviation)
      },
      .optional(
        "contactGap",
        "How much stronger contact is than 0.1 to 0.3 m; null where it is not known", in: -60...100
      ) { $1(&$0.contactGap) },
      .number(
        "widthFactor", "Widens the interval of signal strength alone, as calibration found it",
        in: 1...5
      ) { $1(&$0.widthFactor) },
      .number("relaxationTime", "How fast the level returns to the usual one", in: 0.1...3600) {
        $1(&$0.relaxationTime)
      },
      .number("fadingDensity", "Noise density of correlated fading, in dB² s", in: 0.1...100000) {
        $1(&$0.fadingDensity)
      },
      .number(
        "floorVariance", "Noise of a reading after however long a pause, in dB²", in: 0.1...10000
      ) { $1(&$0.floorVariance) },
      .number("weakScale", "Residual at which a weak reading's noise doubles", in: 0.1...1000) {
        $1(&$0.weakScale)
      },
      .number("strongScale", "Residual at which a strong reading's noise doubles", in: 0.1...1000) {
        $1(&$0.strongScale)
      },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
