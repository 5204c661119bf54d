/// What one recording says beside the calibration of all: a row of a table.
public struct CalibrationPart: Sendable, Hashable {
  /// The recording's name.
  public var recording: String
  /// The radio.
  public var radio: Radio
  /// Readings, gross errors included.
  public var readings: Int
  /// Median of reading - model: in m for ranges, in dB for signal strength.
  public var offset: Double
  /// Robust standard deviation around that median, in the same unit.
  public var deviation: Double

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
  /// What each recording says beside the whole.
  public var parts: [CalibrationPart] { CalibrationPart.parts(residuals, of: .uwb) }
}

extension SignalCalibration {
  /// What each recording says beside the whole.
  public var parts: [CalibrationPart] { CalibrationPart.parts(residuals, of: .ble) }
}
