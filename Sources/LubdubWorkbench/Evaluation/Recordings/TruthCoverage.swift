/// The time of recordings with a known truth. Shares of zones refer to this time.
package struct TruthCoverage: Sendable, Hashable {
  package private(set) var known = Seconds.zero
  package private(set) var duration = Seconds.zero

  package init(_ recordings: [Recording]) {
    for recording in recordings {
      known = known + ZoneComparison(recording.trueZones(edges: []), moves: []).score.totalTime
      let times = recording.records.lazy.map(\.sample.time).filter(\.isFinite)
      guard let first = times.first, let last = times.last else { continue }
      duration = duration + (last - first)
    }
  }

  /// A note if the truth is not known all the time; `nil` otherwise.
  package var sentence: String? {
    let unknown = duration > .zero ? 1 - known / duration : 0
    guard unknown >= 0.0005 else { return nil }
    return "truth not known for \(NumberText.percent(unknown)) of the time; shares of zones are of "
      + "\(NumberText.seconds(known.value)) of \(NumberText.seconds(duration.value))"
  }
}
