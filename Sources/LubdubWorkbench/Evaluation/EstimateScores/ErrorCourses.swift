/// The errors of an estimator over distance and over time.
package struct ErrorCourses: Sendable, Hashable {
  /// The answers within a stretch of distance or time.
  package struct Bin: Sendable, Hashable {
    /// The middle of the stretch, in m or in s from the first row of a recording.
    package var middle: Double
    /// The median of |estimate - truth|.
    package var median: Meters
    /// The 95th percentile of |estimate - truth|.
    package var percentile95: Meters
    package var count: Int
  }

  package struct Course: Sendable, Hashable {
    package let name: String
    package let overTime: [Bin]
  }

  package let overDistance: [Bin]
  package let overTime: [Bin]
  /// The errors of each recording over time, in stretches of the same length.
  package let recordings: [Course]

  static let stretches = 24
  /// The fewest answers of a stretch. Stretches with fewer answers are omitted.
  static let fewest = 5

  init(_ tracks: [(name: String, track: ScoredTrack)]) {
    let answers = tracks.map { name, track in
      let start = track.points.first?.time ?? .zero
      return (
        name: name,
        errors: track.points.compactMap { point in
          point.error.map {
            (distance: point.truth.value, time: (point.time - start).value, size: abs($0))
          }
        }
      )
    }
    let all = answers.flatMap(\.errors)
    let (farthest, longest) = (all.map(\.distance).max() ?? 0, all.map(\.time).max() ?? 0)
    overDistance = Self.bins(all.map { ($0.distance, $0.size) }, to: farthest)
    overTime = Self.bins(all.map { ($0.time, $0.size) }, to: longest)
    recordings = answers.map { name, errors in
      Course(name: name, overTime: Self.bins(errors.map { ($0.time, $0.size) }, to: longest))
    }
  }

  private static func bins(_ errors: [(place: Double, size: Double)], to end: Double) -> [Bin] {
    guard end > 0, end.isFinite else { return [] }
    let width = end / Double(stretches)
    let groups = Dictionary(grouping: errors) { min(stretches - 1, Int(max(0, $0.place) / width)) }
    return groups.sorted { $0.key < $1.key }.compactMap { index, own in
      let sizes = own.map(\.size).sorted()
      guard sizes.count >= fewest, let median = Statistics.quantile(0.5, ofSorted: sizes),
        let most = Statistics.quantile(0.95, ofSorted: sizes)
      else { return nil }
      return Bin(
        middle: (Double(index) + 0.5) * width, median: Meters(median), percentile95: Meters(most),
        count: sizes.count)
    }
  }
}
