/// One recording's results beside the calibration of all: a row of a table.
package struct CalibrationPart: Sendable, Hashable {
  package var recording: String
  /// Readings, gross errors included.
  package var readings: Int
  /// Median of reading - model: in m for ranges, in dB for signal strength.
  package var offset: Double
  /// Robust standard deviation around that median, in the same unit.
  package var deviation: Double
}

extension [CalibrationResidual] {
  /// A part for each recording.
  package var parts: [CalibrationPart] {
    grouped(by: \.recording).map { name, residuals in
      let own = residuals.map(\.residual)
      let middle = Statistics.median(own) ?? 0
      return CalibrationPart(
        recording: name, readings: own.count, offset: middle,
        deviation: Statistics.robustDeviation(own, around: middle))
    }
  }
}
