package import Lubdub

extension ReceptionCounts {
  /// What to say about ranges that lie further below zero than noise reaches; `nil` where there are none.
  package var noteOnNegativeRanges: String? {
    guard negativeRange > 0 else { return nil }
    let refused = "negative-range: \(counted(negativeRange, "range")) too far below zero, skipped"
    guard let depth = depthBelowZero else { return refused }
    return refused
      + "; readings lie \(NumberText.rounded(depth.value, 1)) m below zero: calibrate again"
  }
}
