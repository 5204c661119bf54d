/// One row of the table of residuals: a reading minus the value of the calibrated model.
package struct CalibrationResidual: Sendable, Hashable {
  package var recording: String
  package var time: Seconds
  package var truth: Meters
  /// The radio's reading, in m for ranges and in dBm for signal strength.
  package var reading: Double
  /// The reading minus the model, in m or dB.
  package var residual: Double
  package var receivedPower: DBm?
}
