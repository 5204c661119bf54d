extension RangeFilter.Parameters: SettingGroup {
  /// The settings of ultra-wideband. The constants without a setting were measured (docs/decisions/03-range-filter.md).
  package static let schema: [Setting<Self>] =
    [
      .number("bias", "Bias of the ranges; positive means too long", level: .basic, in: -10...10) {
        $1(&$0.bias.constant)
      },
      .number("biasSlope", "Change of the bias per meter, around biasCenter", in: -0.2...0.2) {
        $1(&$0.bias.slope)
      },
      .number("biasCenter", "Distance at which the bias was determined", in: 0...1000) {
        $1(&$0.bias.center)
      },
      .choice("profile", "Known bias curve of a chip family") { $1(&$0.bias.profile) },
      .number("profileShare", "Share of the curve that is subtracted", in: 0...1) {
        $1(&$0.bias.profileShare)
      },
      .optional(
        "contactLevel", "Range in contact without the bias; null until learned",
        in: -0.25...0.2
      ) { $1(&$0.contactLevel) },
      .optional(
        "rangeDeviation", "Short-term deviation of ranges at rest; null until learned",
        in: 0.001...0.06
      ) { $1(&$0.rangeDeviation) },
      .number(
        "calibrationDeviation", "Standard deviation of the bias", in: 0...10
      ) { $1(&$0.calibrationDeviation) },
      .number(
        "whiteDeviation", "Deviation of the error that changes with each reading", in: 0.001...10
      ) { $1(&$0.whiteDeviation) },
      .number(
        "correlatedDeviation", "Deviation of the error that lasts", in: 0...10
      ) { $1(&$0.correlatedDeviation) },
      .number("correlationTime", "Correlation time of the lasting error", in: 0.001...10) {
        $1(&$0.correlationTime)
      },
      .number(
        "studentDegrees", "Degrees of freedom of a range's Student distribution", in: 1...100
      ) { $1(&$0.studentDegrees) },
      .number(
        "positiveErrorScale",
        "Growth of the variance per squared error of readings that are too long",
        in: 0...10
      ) { $1(&$0.positiveErrorScale) },
      .number(
        "velocityDeviation", "Usual speed: one standard deviation", in: 0.01...100
      ) { $1(&$0.velocityDeviation) },
      .number("velocityTime", "Time over which the velocity fades", in: 0.05...60) {
        $1(&$0.velocityTime)
      },
      .number(
        "lowestReading",
        "Range without its bias below which it is a gross error",
        in: -10...0
      ) { $1(&$0.lowestReading) },
      .number(
        "gate", "Standard deviations beyond which a reading is an outlier", in: 1...20
      ) { $1(&$0.gate) },
      .number(
        "obstructionDeviation",
        "Deviation that a blocked path adds to calibrationDeviation, in quadrature",
        in: 0...10
      ) { $1(&$0.obstructionDeviation) },
    ] + SilenceTimes.schema.map { $0.lifted(nil) { $1(&$0.silence) } }

  package static let standInSchema = schema.filter { standInKeys.contains($0.key) }

  private static let standInKeys = [
    "bias", "biasSlope", "biasCenter", "calibrationDeviation", "whiteDeviation",
    "velocityDeviation", "coastAfter", "staleAfter", "lostAfter",
  ]

  package func validateTogether() throws(SettingError) { try silence.validateTogether() }
}
