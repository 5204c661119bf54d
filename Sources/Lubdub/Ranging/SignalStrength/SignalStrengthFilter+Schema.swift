extension SignalStrengthFilter.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .number("referencePower", "RSSI at one metre", level: .basic, in: -120...0) {
        $1(&$0.pathLoss.referencePower)
      },
      .number("exponent", "Path-loss exponent", level: .basic, in: 0.1...6) {
        $1(&$0.pathLoss.exponent)
      },
      .choice("trust", "How well reference power and exponent are known") { $1(&$0.trust) },
      .optional(
        "typicalDistance", "Median distance of such links; null takes the generic 2.7 m",
        in: 0.1...50
      ) { $1(&$0.typicalDistance) },
      .optional(
        "spread", "Deviation of ln(distance) around the typical distance; null takes the default",
        in: 0.05...5
      ) { $1(&$0.spread) },
      .optional(
        "powerDeviation", "How wrong the reference power may be; null takes that of the trust",
        in: 0.1...60
      ) { $1(&$0.powerDeviation) },
      .optional(
        "shadow", "What bodies take from the level: one deviation; null takes that of the trust",
        in: 0.1...30
      ) { $1(&$0.shadow) },
      .optional(
        "mobility",
        "How fast a link that moves returns to the typical distance, per second; null takes 0.01",
        in: 0.0001...1
      ) { $1(&$0.mobility) },
      .numbers(
        "distances", "Where such links were, each for the same share of the time, from the nearest",
        eachIn: 0.001...1000
      ) { $1(&$0.distances) },
      .number("places", "How many places those distances rest on", in: 0...10_000) {
        $1(&$0.places)
      },
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
      .optional(
        "widthFactor",
        "Widens the interval of signal strength alone, as calibration found it; null takes the default",
        in: 1...5
      ) { $1(&$0.widthFactor) },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
