/// The settings of the plain constant-velocity filter; bias and times of silence are those of `uwb`.
public struct ConstantVelocitySettings: Sendable, Hashable {
  /// Spectral density of the acceleration, in m²/s³.
  package var processNoise: Double
  /// Standard deviation of a reading.
  package var measurementDeviation: Meters

  /// The filter's own constants.
  package init() {
    let parameters = ConstantVelocityFilter.Parameters()
    processNoise = parameters.processNoise
    measurementDeviation = parameters.measurementDeviation
  }
}

extension Configuration {
  /// The plain filter with these settings, with or without a gate.
  func constantVelocityFilter(isGated: Bool) -> ConstantVelocityFilter {
    var parameters = isGated ? .gated : ConstantVelocityFilter.Parameters()
    parameters.processNoise = constantVelocity.processNoise
    parameters.measurementDeviation = constantVelocity.measurementDeviation
    parameters.bias = ranging.range.bias
    parameters.staleAfter = ranging.range.staleAfter
    return ConstantVelocityFilter(parameters: parameters)
  }
}

extension ConstantVelocitySettings {
  /// Every setting of the plain filter.
  package static let schema: [Setting<Self>] = [
    .number(
      "processNoise", "Estimator constant-velocity: density of the acceleration, in m²/s³",
      in: 0.000001...1_000_000, get: { $0.processNoise }, set: { $0.processNoise = $1 }),
    .quantity(
      "measurementDeviation", "Estimator constant-velocity: standard deviation of a reading",
      in: 0.001...10, get: { $0.measurementDeviation }, set: { $0.measurementDeviation = $1 }),
  ]

  /// Checks every setting.
  ///
  /// - Throws: `SettingError` with the setting's key.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
  }
}
