/// The errors of one recording of raw radio, in meters. They share most of their error, so squares are averaged by recording
/// first.
struct RecordingErrors {
  /// The judged visibility of its place.
  let label: String
  let errors: [Double]
}

extension [RecordingErrors] {
  /// The root of the mean over recordings of their mean squared errors; with a label, over its recordings only.
  func rootMeanSquare(_ label: String? = nil) -> Double? {
    GroupedLine.rootMeanSquare(filter { label == nil || $0.label == label }.map(\.errors))
  }

  /// The same figure for each label that a recording has.
  func rootMeanSquares(_ labels: [String]) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: labels.compactMap { label in
        rootMeanSquare(label).map { (label, $0) }
      })
  }
}
