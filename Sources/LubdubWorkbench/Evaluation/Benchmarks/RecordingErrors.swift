/// The errors of one recording of raw radio, in meters. All errors of a recording have a large part in common, so squares
/// are averaged by recording first.
struct RecordingErrors {
  /// The judged visibility of the recording's place.
  let label: String
  let errors: [Double]
}

extension [RecordingErrors] {
  /// The root of the mean over recordings of their mean squared errors; with a label, over the recordings with this label.
  func rootMeanSquare(_ label: String? = nil) -> Double? {
    GroupedLine.rootMeanSquare(filter { label == nil || $0.label == label }.map(\.errors))
  }

  /// The root mean square for each label that at least one recording has.
  func rootMeanSquares(_ labels: [String]) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: labels.compactMap { label in
        rootMeanSquare(label).map { (label, $0) }
      })
  }
}
