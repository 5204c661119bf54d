extension SignalStrengthFilter.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .number("referencePower", "Level at one meter", level: .basic, in: -120...0) {
        $1(&$0.pathLoss.referencePower)
      },
      .number("exponent", "Path-loss exponent", level: .basic, in: 0.1...6) {
        $1(&$0.pathLoss.exponent)
      },
      .choice("trust", "Links for which reference power and exponent are known") { $1(&$0.trust) },
      .optional(
        "typicalDistance", "Median distance of such links; null for the generic 2.7 m",
        in: 0.1...50
      ) { $1(&$0.typicalDistance) },
      .optional(
        "spread", "Deviation of ln(distance) around the typical distance; null for the default",
        in: 0.05...5
      ) { $1(&$0.spread) },
      .optional(
        "powerDeviation", "Uncertainty of the reference power; null for that of the trust",
        in: 0.1...60
      ) { $1(&$0.powerDeviation) },
      .optional(
        "shadow", "Loss of level by bodies, one deviation; null for that of the trust",
        in: 0.1...30
      ) { $1(&$0.shadow) },
      .optional(
        "mobility",
        "Rate at which a moving link returns to the typical distance, per second; null for 0.01",
        in: 0.0001...1
      ) { $1(&$0.mobility) },
      .numbers(
        "distances",
        "Distances of such links, each for the same share of the time, from the nearest",
        eachIn: 0.001...1000
      ) { $1(&$0.distances) },
      .number("places", "Number of places that gave those distances", in: 0...10_000) {
        $1(&$0.places)
      },
      .optional(
        "contactLevel", "Level while the devices touch; null if unknown", in: -120...0
      ) { $1(&$0.contactLevel) },
      .number("contactLevelDeviation", "Uncertainty of the level in contact", in: 0.1...60) {
        $1(&$0.contactLevelDeviation)
      },
      .optional(
        "contactGap",
        "Level in contact above that at 0.1 to 0.3 m; null if unknown", in: -60...100
      ) { $1(&$0.contactGap) },
      .optional(
        "widthFactor",
        "Factor on the interval of signal strength only, from calibration; null for the default",
        in: 1...5
      ) { $1(&$0.widthFactor) },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
