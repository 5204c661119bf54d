/// The results of one recording, beside the calibration on all recordings: a row of a table.
package struct CalibrationPart: Sendable, Hashable {
  package var recording: String
  /// The number of readings, including gross errors.
  package var readings: Int
  /// The median of reading minus model, in m for ranges and in dB for signal strength.
  package var offset: Double
  /// The robust standard deviation around `offset`, in the unit of `offset`.
  package var deviation: Double
}

extension [CalibrationResidual] {
  /// One part per recording.
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
