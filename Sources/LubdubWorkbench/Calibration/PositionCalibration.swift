/// The ratio of errors to the accuracy that fixes state, from recordings with known distances.
package struct PositionCalibration: Sendable, Hashable {
  package let readings: Int
  package let accuracyScale: Determination

  /// The time in s within which ranges share their error: twice the correlation time of 40 s
  /// (docs/explanation/positions.md).
  private static let sharedTime = 80.0

  /// Calibrates on ranges with truth.
  package init(_ samples: [AccuracyScale.Sample], duration: Seconds) {
    readings = samples.count
    guard let scale = AccuracyScale.fit(samples) else {
      accuracyScale = .undetermined(
        because: "ten ranges with truth_m and sd_m are needed, and some error")
      return
    }
    let independent = max(1, duration.value / Self.sharedTime)
    accuracyScale = .determined(scale, standardError: scale / (2 * independent).squareRoot())
  }
}
