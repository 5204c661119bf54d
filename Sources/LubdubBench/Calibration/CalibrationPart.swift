/// What one recording says beside the calibration of all: a row of a table.
package struct CalibrationPart: Sendable, Hashable {
  package var recording: String
  package var radio: Radio
  /// Readings, gross errors included.
  package var readings: Int
  /// Median of reading - model: in m for ranges, in dB for signal strength.
  package var offset: Double
  /// Robust standard deviation around that median, in the same unit.
  package var deviation: Double

  static func parts(_ residuals: [CalibrationResidual], of radio: Radio) -> [CalibrationPart] {
    residuals.grouped(by: \.recording).map { name, residuals in
      let own = residuals.map(\.residual)
      let middle = Statistics.median(own) ?? 0
      return CalibrationPart(
        recording: name, radio: radio, readings: own.count, offset: middle,
        deviation: Statistics.robustDeviation(own, around: middle))
    }
  }
}

extension RangeCalibration {
  package var parts: [CalibrationPart] { CalibrationPart.parts(residuals, of: .uwb) }
}

extension SignalCalibration {
  package var parts: [CalibrationPart] { CalibrationPart.parts(residuals, of: .ble) }
}
