/// An ultra-wideband exchange with a known distance and the NLOS score of its impulse responses.
package struct NLOSSample: Sendable, Hashable {
  /// The recording of the exchange. A recording is one place, whose readings share their error.
  package var recording: String
  /// The range minus the true distance.
  package var error: Meters
  /// The NLOS score, from 0 to 1.
  package var score: Double
  package var range: Meters?
  /// Whether the log marks the path as blocked; `nil` if there is no mark.
  package var isBlocked: Bool?
}

/// A least-squares fit of the errors of ranges over the NLOS score of their impulse responses, with equal weights for the
/// recordings.
///
/// The fit is scored on recordings that it was not fitted to, one at a time. It is rejected unless it improves them.
package struct NLOSFit: Sendable, Hashable {
  /// The increase of a range from a score of 0 to a score of 1, in meters.
  package var slope: Determination
  /// The mean score, with equal weights for the recordings.
  package var center: Double
  package var recordings: Int
  package var exchanges: Int
  /// The residual with a constant from the other recordings, as a root mean square.
  package var without: Meters?
  /// The residual with a constant and a slope from the other recordings.
  package var with: Meters?

  package let samples: [NLOSSample]

  /// The fewest recordings for a fit. Fewer do not separate the score from the place.
  package static let fewestRecordings = 5
  /// The smallest relative improvement of the residual of left-out recordings.
  package static let neededGain = 0.05

  /// Fits exchanges with a known distance.
  package init(_ samples: [NLOSSample]) {
    self.samples = samples
    let groups = Self.groups(samples)
    let scored = groups.map { group in
      group.map { (x: $0.score, value: $0.error.value) }
    }
    let fit = GroupedLine(scored)
    center = fit.center
    recordings = groups.count
    exchanges = samples.count
    let weight = fit.slope
    guard groups.count >= Self.fewestRecordings else {
      slope = .undetermined(
        because: "\(counted(groups.count, "recording")) with impulse responses, "
          + "range and truth; at least \(Self.fewestRecordings) of different places are needed")
      return
    }
    let folds = groups.indices.map { [$0] }
    let bare = scored.map { group in group.map { (x: 0.0, value: $0.value) } }
    let (without, with) = (
      GroupedLine.rootMeanSquare(GroupedLine.heldOut(bare, folds: folds)) ?? 0,
      GroupedLine.rootMeanSquare(GroupedLine.heldOut(scored, folds: folds)) ?? 0
    )
    self.without = Meters(without)
    self.with = Meters(with)
    guard weight > 0 else {
      slope = .undetermined(
        because: "ranges are not longer where the impulse responses look blocked")
      return
    }
    guard with <= (1 - Self.neededGain) * without else {
      slope = .undetermined(
        because: "on recordings that are left out, the score does not reduce the error by 5%")
      return
    }
    let resampling = Resampling(Array(groups.indices))
    slope = .determined(
      weight,
      standardError: resampling.standardError { drawn in GroupedLine(scored, times: drawn).slope })
  }

  package static func groups(_ samples: [NLOSSample]) -> [[NLOSSample]] {
    samples.grouped(by: \.recording).map(\.elements)
  }
}
