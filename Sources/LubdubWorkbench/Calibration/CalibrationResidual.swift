/// One line of the table of residuals: reading minus what the calibrated model says.
package struct CalibrationResidual: Sendable, Hashable {
  package var recording: String
  package var time: Seconds
  package var truth: Meters
  /// The radio's reading: meters for UWB, dBm for signal strength.
  package var reading: Double
  /// Reading minus model, in metres or decibels.
  package var residual: Double
  package var receivedPower: DBm?
}
