extension SignalStrengthFilter.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .number("referencePower", "RSSI at one meter", level: .basic, in: -120...0) {
        $1(&$0.pathLoss.referencePower)
      },
      .number("exponent", "Path-loss exponent", level: .basic, in: 0.1...6) {
        $1(&$0.pathLoss.exponent)
      },
      .choice("trust", "Trust in reference power and exponent") { $1(&$0.trust) },
      .optional(
        "typicalDistance", "Median distance of such links; null uses the generic 2.7 m",
        in: 0.1...50
      ) { $1(&$0.typicalDistance) },
      .optional(
        "spread", "Deviation of ln(distance) around the typical distance; null uses the default",
        in: 0.05...5
      ) { $1(&$0.spread) },
      .optional(
        "powerDeviation",
        "Standard deviation of the reference power; null uses the default for trust",
        in: 0.1...60
      ) { $1(&$0.powerDeviation) },
      .optional(
        "shadow", "Standard deviation of the loss by bodies; null uses the default for trust",
        in: 0.1...30
      ) { $1(&$0.shadow) },
      .optional(
        "mobility",
        "Rate at which a moving link returns to the typical distance, per second; null uses 0.01",
        in: 0.0001...1
      ) { $1(&$0.mobility) },
      .numbers(
        "distances", "Distances of such links at equal shares of the time, from the nearest",
        eachIn: 0.001...1000
      ) { $1(&$0.distances) },
      .number("places", "Number of places that distances is based on", in: 0...10_000) {
        $1(&$0.places)
      },
      .optional(
        "contactLevel", "Level in contact; null if unknown", in: -120...0
      ) { $1(&$0.contactLevel) },
      .number("contactLevelDeviation", "Standard deviation of contactLevel", in: 0.1...60) {
        $1(&$0.contactLevelDeviation)
      },
      .optional(
        "contactGap",
        "Level in contact minus the level at 0.1 to 0.3 m; null if unknown", in: -60...100
      ) { $1(&$0.contactGap) },
      .optional(
        "widthFactor",
        "Factor on the interval with signal strength only, from calibration; null uses the default",
        in: 1...5
      ) { $1(&$0.widthFactor) },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
