public import Ranging

/// What a configuration achieved on the recordings of one data set.
public struct Summary: Sendable, Hashable {
  private var values: [Measure: Double]
  /// Share of the samples without an answer, mean over the recordings.
  public let unanswered: Double

  /// The summary of some recordings.
  ///
  /// - Parameters:
  ///   - scores: One for each recording.
  ///   - hasRanges: Which of them have ranges, in the same order.
  ///   - cost: Nominal ns a sample of the estimator.
  public init(_ scores: [Score], hasRanges: [Bool], cost: Double) {
    var total = Score()
    var error = 0.0
    var silence = 0.0
    for (score, isRanged) in zip(scores, hasRanges) {
      total.add(score)
      // No answer at all is as bad as a factor of 1,000 or 100 m.
      error += (isRanged ? score.rootMeanSquare ?? 100 : score.logRatio ?? 10)
      silence += score.unansweredShare
    }
    let count = Double(max(1, scores.count))
    unanswered = silence / count
    values = [
      .range: error / count, .wrongZone: total.wrongShare, .falseChanges: total.falsePerMinute,
      .missedChanges: total.missedShare, .delay: total.meanDelay,
      .beat: total.meanIntervalError, .cost: cost,
    ]
  }

  /// The value of a measure in its own unit.
  public subscript(measure: Measure) -> Double { values[measure] ?? 0 }
}

extension EstimatorKind {
  /// Nominal cost in ns a sample: round guesses that only rank estimators, so that a search gives the
  /// same answer on every machine. `lubdub bench speed` measures.
  public var nominalCost: Double {
    switch self {
    case .fusion: 60
    case .rangeFilter: 45
    case .signalStrength: 40
    case .constantVelocity, .gatedConstantVelocity: 12
    case .signalTrimmedMean, .signalFencedMean, .signalMinimumMean: 150
    default: 8
    }
  }
}
