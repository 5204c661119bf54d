typealias Lanes = SIMD8<Double>
typealias LaneMask = SIMDMask<SIMD8<Int64>>

/// One recording as plain arrays: ranges in the order of time, and the truth where it is known.
struct LaneTrace: Sendable {
  /// Times, in s.
  private(set) var times: [Double] = []
  /// Ranges as they were read, in m.
  private(set) var ranges: [Double] = []
  /// True distances, in m; those that are not known are not scored.
  private(set) var truths: [Double] = []
  private(set) var isScored: [Bool] = []

  /// The ranges of a recording, on its own clock; `nil` where there is more than ranges, each later
  /// than the one before, because then a pipeline has more to decide than lanes can.
  init?(_ records: [TraceRecord]) {
    guard let origin = records.first?.sample.time else { return nil }
    for record in records {
      let sample = record.sample
      let time = (sample.time - origin).value
      guard sample.radio == .uwb, sample.event == nil, sample.isUsable,
        let range = sample.range, time > times.last ?? -.infinity
      else { return nil }
      times.append(time)
      ranges.append(range.value)
      truths.append(record.truth?.value ?? 0)
      // As `ScoredTrack` has it: a truth of 0 is contact, where antennas are no points.
      isScored.append(record.truth.map { $0 > 0 } ?? false)
    }
  }
}
