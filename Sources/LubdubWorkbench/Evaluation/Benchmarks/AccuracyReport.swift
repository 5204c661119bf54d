/// The result of an accuracy benchmark: one row per data set, radio, and estimator.
package struct AccuracyReport: Sendable, Hashable {
  /// The rows to score: the rows of one radio, or the rows of UWB and Bluetooth together.
  package enum Input: String, Sendable, Hashable, CaseIterable {
    case uwb
    case ble
    case cs
    case gnss
    case reported
    case both = "uwb+ble"

    /// The only radio of the input; `nil` if the input has both radios.
    var radio: Radio? { Radio(rawValue: rawValue) }

    /// The rows of a recording for this input; `nil` if the recording has no such measurement with a truth.
    func rows(of recording: Recording) -> Recording? {
      func has(_ radio: Radio) -> Bool { !recording.samples(of: radio).isEmpty }
      guard let radio else { return has(.uwb) && has(.ble) ? recording : nil }
      return has(radio) ? recording.restricted(to: radio) : nil
    }

    func suits(_ kind: EstimatorKind) -> Bool {
      guard let radio else { return Self.ofBoth.contains(kind) }
      return kind.radios.contains(radio) && kind != .uwbWins
    }

    private static let ofBoth: Set<EstimatorKind> = [.fusion, .constant, .uwbWins, .holdLast]
  }

  package struct Group: Sendable, Hashable {
    package var dataset: String
    package var input: Input
    package var recordings: Int
    /// Whether the truth stays within 1 cm in every recording.
    package var isStill: Bool
    package var truthOffset: TruthOffset
    package var rows: [Row]
  }

  package struct Row: Sendable, Hashable {
    package var estimator: EstimatorKind
    package var isDefault: Bool { estimator == .fusion }
    /// The number of answered recordings. Other programs may leave recordings out.
    package var recordings: Int
    /// The mean of the scores of the recordings, but with the overall maximum, and with the median of the biases.
    package var range: RangeScore
    /// Whether the estimator answers at least a tenth fewer rows than the default does. Its errors then describe only the
    /// answered rows.
    package func isSelective(in group: Group) -> Bool {
      let usual = group.rows.first(where: \.isDefault)?.range.answered ?? 1
      return range.answered < 0.9 * usual
    }
    /// Whether the estimator follows the truth; `nil` if the truth never reaches 0.1 m.
    package var following: FollowingScore?
    /// The median of the lags of the recordings; `nil` if nothing moves.
    package var lag: Seconds?
    package var zones: [ZoneDecision: ZoneScore]
    package var beat: BeatScore
    /// The score of the normalized innovations; `nil` for estimators without innovations.
    package var consistency: ConsistencyScore?
    package var errors: ErrorCourses
  }

  package var groups: [Group]
  /// The offsets of the clocks of the truth, without repeats.
  package var offsets: [TruthOffset] { groups.map(\.truthOffset).withoutRepeats }
  package var source: CalibrationProtocol
  package var edges: [Meters]
  /// The scores of estimators in outages; `nil` if there are no hand-overs.
  package var handOver: HandOverBenchmark.Result?
}

extension [TruthOffset] {
  var withoutRepeats: [TruthOffset] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension RangeScore {
  init?(averaging scores: [RangeScore]) {
    guard var mean = scores.first else { return nil }
    let total = Double(scores.count)
    for figure in [\RangeScore.answered, \.logRatio, \.withinFactorTwo] {
      mean[keyPath: figure] = scores.reduce(0) { $0 + $1[keyPath: figure] } / total
    }
    for figure in [\RangeScore.rootMeanSquare, \.meanAbsolute, \.median, \.percentile95] {
      mean[keyPath: figure] = Meters(scores.reduce(0) { $0 + $1[keyPath: figure].value } / total)
    }
    mean.count = scores.reduce(0) { $0 + $1.count }
    mean.medianBias = Meters(Statistics.median(scores.map(\.medianBias.value)) ?? 0)
    mean.maximum = scores.map(\.maximum).max() ?? mean.maximum
    mean.coverage = Statistics.mean(scores.compactMap(\.coverage))
    mean.intervalWidth = Statistics.mean(scores.compactMap(\.intervalWidth?.value)).map {
      Meters($0)
    }
    mean.normalizedSquare = Statistics.mean(scores.compactMap(\.normalizedSquare))
    self = mean
  }
}
