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
    var order: [String] = []
    var values: [String: [Double]] = [:]
    for residual in residuals {
      if values[residual.recording] == nil { order.append(residual.recording) }
      values[residual.recording, default: []].append(residual.residual)
    }
    return order.map { name in
      let own = values[name] ?? []
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
