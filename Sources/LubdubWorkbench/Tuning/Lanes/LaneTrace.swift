typealias Lanes = SIMD8<Double>
typealias LaneMask = SIMDMask<SIMD8<Int64>>

/// One recording as arrays: the ranges in the order of time, and the known truths.
struct LaneTrace: Sendable {
  /// The times, in s.
  private(set) var times: [Double] = []
  /// The uncorrected ranges, in m.
  private(set) var ranges: [Double] = []
  /// The true distances, in m. Unknown distances are not scored.
  private(set) var truths: [Double] = []
  private(set) var isScored: [Bool] = []

  /// The ranges of a recording on its own clock; `nil` if the recording contains other rows, or if times do not increase,
  /// because lanes cannot make all decisions of a pipeline then.
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
      // As in `ScoredTrack`, a truth of 0 is contact, and antennas are not points.
      isScored.append(record.truth.map { $0 > 0 } ?? false)
    }
  }
}
