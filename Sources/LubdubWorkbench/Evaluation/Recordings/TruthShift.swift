/// The method that aligns the truth of a data set with the clock of its radio.
public enum TruthShift: Sendable, Hashable {
  /// Moves the truth of every recording by the same time. Zero leaves the truth unchanged.
  case fixed(Seconds)
  /// Moves the truth by the lag of the uncorrected ranges, if the lag is larger than its error; see `TruthOffset`.
  case estimated

  /// The smallest automatic shift. The alignment is not known more precisely.
  package static let smallest: Seconds = 0.05

  /// The rows of a recording that the lag is computed from. The limit gives equal results for traces that are read only
  /// once.
  package static let mostRows = 20_000

  package func offset(of recordings: [Recording]) -> TruthOffset { TruthOffset(recordings, self) }

  /// Returns the recordings with the truth of each data set shifted to the radio's clock, and the offset of each data set.
  /// Every command that scores or fits uses these recordings.
  package func align(
    _ recordings: [Recording]
  ) -> (recordings: [Recording], offsets: [TruthOffset]) {
    let offsets = Dictionary(grouping: recordings, by: \.dataset).mapValues { offset(of: $0) }
    return (
      recordings.map { $0.shiftingTruth(by: offsets[$0.dataset]?.applied ?? .zero) },
      offsets.sorted { $0.key < $1.key }.map(\.value)
    )
  }
}

/// The offset between the clock of a data set's truth and the clock of its radio, and the shift of the truth.
///
/// The lag of the uncorrected ranges after the truth is equal for every estimator: the median over the recordings, rounded
/// to 1 ms. The error of the lag is twice the standard error of that median. If there are fewer than five recordings, the
/// error comes from fifths of the recordings.
package struct TruthOffset: Sendable, Hashable {
  package let dataset: String
  /// The delay that the truth needs; `nil` if there are no ranges of moving devices.
  package let lag: Seconds?
  /// Half the width of the 95% interval of the lag; `nil` for fewer than three lags.
  package let error: Seconds?
  /// The delay that was added to the truth.
  package private(set) var applied: Seconds
  private let isEstimated: Bool
  private var left: Seconds?
  /// Whether the lag is longer than usual clock offsets and latencies. Such a lag is reported, but not applied
  /// automatically.
  package private(set) var isFar = false

  private static let parts = 5
  private static let leastLags = 3
  /// The ratio of the standard error of a median to the standard error of a mean, for a normal distribution: √(π/2).
  private static let median = 1.2533

  init(_ recordings: [Recording], _ shift: TruthShift) {
    dataset = recordings.first?.dataset ?? ""
    guard shift == .estimated else {
      if case .fixed(let seconds) = shift { applied = seconds } else { applied = .zero }
      (lag, error, isEstimated) = (nil, nil, false)
      return
    }
    isEstimated = true
    let lists = recordings.map { recording in
      recording.records.prefix(TruthShift.mostRows)
        .filter { $0.truth != nil && $0.sample.isSample(of: .uwb) }
    }
    let own = lists.compactMap { Self.lag($0) }
    if Statistics.median(own).map({ $0.magnitude > Self.near }) ?? true,
      let far = Statistics.median(lists.compactMap { Self.lag($0, within: 5) }),
      far.magnitude > Self.near
    {
      (lag, error, applied) = (Seconds((far * 100).rounded() / 100), nil, .zero)
      isFar = true
      return
    }
    guard let middle = Statistics.median(own) else {
      (lag, error, applied) = (nil, nil, .zero)
      return
    }
    let lag = Seconds((middle * 1000).rounded() / 1000)
    let pieces =
      own.count < Self.parts ? lists.flatMap(Self.fifths).compactMap { Self.lag($0) } : own
    let deviation = Statistics.robustDeviation(pieces) ?? 0
    let error =
      pieces.count < Self.leastLags
      ? nil : Seconds(max(0.001, 2 * Self.median * deviation / Double(pieces.count).squareRoot()))
    self.lag = lag
    self.error = error
    let isShown = lag.value.magnitude >= max(TruthShift.smallest.value, error?.value ?? .infinity)
    applied = isShown ? lag : .zero
  }

  /// The largest lag, in s, that a search within 0.5 s can show. Above it, a search within 5 s follows.
  private static let near = 0.4

  private static func lag(_ rows: [TraceRecord], within range: Seconds = 0.5) -> Double? {
    ScoredTrack(of: EstimatorKind.raw.make(), over: rows).lag(within: range)?.value
  }

  private static func fifths(_ rows: [TraceRecord]) -> [[TraceRecord]] {
    guard let first = rows.first?.sample.time, let last = rows.last?.sample.time, last > first
    else { return [] }
    let length = (last - first) / Double(parts)
    return Dictionary(grouping: rows) { row in
      min(parts - 1, Int((row.sample.time - first) / length))
    }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The offset, without moving the truth.
  package func leavingTruth() -> TruthOffset {
    var copy = self
    copy.left = applied
    copy.applied = .zero
    return copy
  }

  /// A sentence about the lag and the shift; `nil` if there is nothing to report.
  package var sentence: String? { sentence(movedBy: "--truth-shift") }

  /// The sentence, with another option that moves the truth.
  package func sentence(movedBy option: String) -> String? {
    let name = dataset.isEmpty ? "" : "\(dataset): "
    guard isEstimated else {
      guard applied != .zero else { return nil }
      return "\(name)the truth is shifted by \(Self.text(applied)) s, as requested"
    }
    guard let lag, lag.value.magnitude >= TruthShift.smallest.value else { return nil }
    let size =
      "\(Self.text(Seconds(lag.value.magnitude))) s" + (error.map { " (± \(Self.text($0)))" } ?? "")
    let side = lag > .zero ? "ahead of" : "behind"
    if isFar {
      return
        "\(name)the truth seems \(size) \(side) the ranges, too far to shift it automatically; to shift it, use "
        + "\(option) \(Self.text(lag))"
    }
    if let left {
      return left == .zero
        ? nil : "\(name)the truth is \(size) \(side) the ranges, which may be their latency"
    }
    guard applied != .zero else {
      return
        "\(name)the truth seems \(size) \(side) the ranges, but this is too uncertain to shift it"
    }
    // A range cannot precede its event, so if the ranges lead, the clocks are the reason.
    let doubt =
      lag > .zero
      ? "; the rows do not show whether it is the truth's clock or the radio's latency" : ""
    return "\(name)the truth is \(size) \(side) the ranges, and is shifted by this time\(doubt)"
  }

  private static func text(_ value: Seconds) -> String {
    String((value.value * 1000).rounded() / 1000)
  }
}
