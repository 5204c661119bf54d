/// Scores the correction of ultra-wideband ranges by the NLOS score, learned on some recordings and scored on others.
package enum NLOSBenchmark {
  /// The correction of ranges, in addition to a constant.
  package enum Bias: String, Sendable, Hashable, CaseIterable {
    case none = "no score"
    /// The NLOS score, by least squares, as `calibrate --nlos` learns it.
    case score
  }

  package struct Row: Sendable, Hashable {
    package var bias: Bias
    /// The square root of the mean over recordings of their mean squared errors, in m. Each recording is left out of its own
    /// fit.
    package var rootMeanSquare: Double
    /// The share of readings whose truth is within the interval, with equal weights for the recordings.
    package var coverage: Double
    /// The mean width of the interval, in m, from the other recordings without the NLOS score. A score never narrows an
    /// interval.
    package var width: Double
    /// The root mean square, in m, if the fit to each half of the recordings is scored on the other half.
    package var halves: Double
  }

  /// Scores every correction; empty with fewer recordings than `NLOSFit.fewestRecordings`.
  package static func run(_ samples: [NLOSSample]) -> [Row] {
    let groups = NLOSFit.groups(samples)
    guard groups.count >= NLOSFit.fewestRecordings else { return [] }
    let deviations = groups.indices.map { deviation(of: groups, without: $0) }
    let half = groups.count / 2
    let folds = [Array(0..<half), Array(half..<groups.count)]
    return Bias.allCases.map { bias in
      let numbers = groups.map { group in
        group.map { (x: bias == .score ? $0.score : 0, value: $0.error.value) }
      }
      let left = GroupedLine.heldOut(numbers, folds: groups.indices.map { [$0] })
      let halves = GroupedLine.heldOut(numbers, folds: folds)
      let held = zip(left, deviations).map { errors, deviation in
        let inside = errors.count { abs($0) <= NormalDistribution.quantile95 * deviation }
        return Double(inside) / Double(errors.count)
      }
      return Row(
        bias: bias, rootMeanSquare: GroupedLine.rootMeanSquare(left) ?? 0,
        coverage: Statistics.mean(held) ?? 0,
        width: 2 * NormalDistribution.quantile95 * (Statistics.mean(deviations) ?? 0),
        halves: GroupedLine.rootMeanSquare(halves) ?? 0)
    }
  }

  /// The standard deviation of the errors of the other recordings around the mean of each recording's errors.
  private static func deviation(of groups: [[NLOSSample]], without place: Int) -> Double {
    let others = groups.indices.filter { $0 != place }.map { groups[$0].map(\.error.value) }
    let means = others.compactMap { Statistics.mean($0) }
    let level = Statistics.mean(means) ?? 0
    let spread = GroupedLine.rootMeanSquare(others.map { $0.map { $0 - level } }) ?? 0
    let count = Double(others.count)
    return spread * (count / (count - 1)).squareRoot()
  }
}
