internal import LubdubSignals

/// Two configurations on the same recordings: whether one is better, by a paired bootstrap over the
/// recordings.
public struct PairedComparison: Sendable {
  /// What the recordings show about one measure.
  public enum Verdict: String, Sendable {
    /// The second is better.
    case better
    /// The second is worse.
    case worse
    /// The interval of the difference holds zero, or a single recording gives none.
    case undecided = "no difference shown"
    /// The recordings have nothing to measure it on, such as no contact.
    case unmeasured = "not measured"
  }

  /// One measure, or the cost of all; all are to be small.
  public struct Line: Sendable {
    /// The measure; `nil` for the cost that a search makes small unless it is asked for something else, relative to
    /// that of the first configuration, which has 1.
    public let measure: Measure?
    /// Its value with the first configuration, in its own unit; `nil` where nothing was measured.
    public let first: Double?
    /// Its value with the second.
    public let second: Double?
    /// The 95 % interval of second - first; `nil` with a single recording.
    public let difference: ClosedRange<Double>?
    /// What follows.
    public let verdict: Verdict
  }

  /// The cost, and one line for each measure.
  public let lines: [Line]

  private static let draws = 500

  /// Compares scores, recording by recording.
  ///
  /// - Parameters:
  ///   - first: Scores with the first configuration.
  ///   - second: Scores with the second, in the same order.
  ///   - hasRanges: Which recordings have ranges, in the same order.
  ///   - sessions: Which session each recording belongs to: those of one are drawn together. `nil` for one
  ///     of its own each.
  ///   - datasets: Which data set each belongs to: of several, the cost is the mean. `nil` for one.
  ///   - seed: Decides the resampling.
  public init(
    _ first: [Score], _ second: [Score], hasRanges: [Bool], sessions: [String]? = nil,
    datasets: [String]? = nil, seed: UInt64 = 1
  ) {
    let one = zip(first, hasRanges).map { Tally($0, hasRanges: $1) }
    let other = zip(second, hasRanges).map { Tally($0, hasRanges: $1) }
    let (a, b) = (Summary(one, cost: 0), Summary(other, cost: 0))
    var random = SplitMix64(seed: seed)
    let names = sessions ?? one.indices.map { "\($0)" }
    let units = Dictionary(grouping: one.indices) { names[$0] }.values.sorted { $0[0] < $1[0] }
    let sets = datasets ?? one.map { _ in "" }
    func cost(_ picks: [Int]) -> Double? {
      Statistics.mean(
        Dictionary(grouping: picks) { sets[$0] }.sorted { $0.key < $1.key }.map { _, own in
          Objective.balanced.ratio(
            Summary(own.map { other[$0] }, cost: 0), Summary(own.map { one[$0] }, cost: 0))
        })
    }
    let drawn = (0..<(units.count > 1 ? Self.draws : 0)).map { _ in
      let picks = units.indices.flatMap { _ in units[random.below(units.count)] }
      return (
        first: Summary(picks.map { one[$0] }, cost: 0),
        second: Summary(picks.map { other[$0] }, cost: 0), cost: cost(picks)
      )
    }
    let changes = Self.interval(drawn.compactMap { $0.cost.map { $0 - 1 } })
    let whole = Line(
      measure: nil, first: 1, second: cost(Array(one.indices)), difference: changes,
      verdict: Self.verdict(changes))
    lines =
      [whole]
      + Measure.allCases.filter { $0 != .cost }.map { measure in
        let interval = Self.interval(
          drawn.compactMap { first, second, _ in
            second.value(of: measure).flatMap { other in first.value(of: measure).map { other - $0 }
            }
          })
        let (first, second) = (a.value(of: measure), b.value(of: measure))
        return Line(
          measure: measure, first: first, second: second, difference: interval,
          verdict: first == nil || second == nil ? .unmeasured : Self.verdict(interval))
      }
  }

  /// The middle 95 % of what was drawn; `nil` of nothing.
  private static func interval(_ drawn: [Double]) -> ClosedRange<Double>? {
    let sorted = drawn.sorted()
    guard let low = Statistics.quantile(0.025, ofSorted: sorted),
      let high = Statistics.quantile(0.975, ofSorted: sorted)
    else { return nil }
    return low...high
  }

  private static func verdict(_ interval: ClosedRange<Double>?) -> Verdict {
    guard let interval else { return .undecided }
    if interval.upperBound < 0 { return .better }
    if interval.lowerBound > 0 { return .worse }
    return .undecided
  }
}
