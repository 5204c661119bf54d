/// One recording as plain arrays: ranges in the order of time, and the truth where it is known.
package struct LaneTrace: Sendable {
  /// When, in s.
  package private(set) var times: [Double] = []
  /// Ranges with the bias taken off, in m.
  package private(set) var ranges: [Double] = []
  /// True distances, in m; those that are not known are not scored.
  package private(set) var truths: [Double] = []
  /// Edges of the zones, in m.
  package let edges: [Double]
  private(set) var isScored: [Bool] = []
  /// Whether a range is new, and not the one before reported again.
  private(set) var isIndependent: [Bool] = []

  /// Rows that are not finite or whose time does not go on are left out.
  package init(times: [Double], ranges: [Double], truths: [Double], edges: [Double]) {
    self.edges = edges
    var repeats = RepeatDetector()
    for (time, (range, truth)) in zip(times, zip(ranges, truths)) {
      guard time.isFinite, range.isFinite, truth.isFinite, time > self.times.last ?? -.infinity
      else { continue }
      let isNew = repeats.isIndependent(.uwb(Meters(range), at: Seconds(time)))
      append(time: time, range: range, truth: truth, isIndependent: isNew)
    }
  }

  /// The ranges of a recording, on its own clock; `nil` where there is more than ranges, each later
  /// than the one before, because then a pipeline has more to decide than lanes can.
  init?(_ records: [TraceRecord], bias: RangeBias, edges: [Double]) {
    guard let origin = records.first?.sample.time else { return nil }
    self.edges = edges
    var repeats = RepeatDetector()
    for record in records {
      var sample = record.sample
      guard sample.radio == .uwb, sample.event == nil, sample.isUsable,
        let range = sample.range
      else { return nil }
      sample.time = sample.time - origin
      guard sample.time.value > times.last ?? -.infinity else { return nil }
      append(
        time: sample.time.value, range: bias.corrected(range).value,
        truth: record.truth?.value, isIndependent: repeats.isIndependent(sample))
    }
  }

  private mutating func append(time: Double, range: Double, truth: Double?, isIndependent: Bool) {
    times.append(time)
    ranges.append(range)
    truths.append(truth ?? 0)
    // As `ScoredTrack` has it: a truth of 0 is contact, where antennas are no points.
    isScored.append(truth.map { $0 > 0 } ?? false)
    self.isIndependent.append(isIndependent)
  }
}
