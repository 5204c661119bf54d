internal import Quantities

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

  /// One measure; all are to be small.
  public struct Line: Sendable {
    /// The measure.
    public let measure: Measure
    /// Its value with the first configuration, in its own unit; `nil` where nothing was measured.
    public let first: Double?
    /// Its value with the second.
    public let second: Double?
    /// The 95 % interval of second - first; `nil` with a single recording.
    public let difference: ClosedRange<Double>?
    /// What follows.
    public let verdict: Verdict
  }

  /// One line for each measure.
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
  ///   - seed: Decides the resampling.
  public init(
    _ first: [Score], _ second: [Score], hasRanges: [Bool], sessions: [String]? = nil,
    seed: UInt64 = 1
  ) {
    let one = zip(first, hasRanges).map { Tally($0, hasRanges: $1) }
    let other = zip(second, hasRanges).map { Tally($0, hasRanges: $1) }
    let (a, b) = (Summary(one, cost: 0), Summary(other, cost: 0))
    var random = SplitMix64(seed: seed)
    let names = sessions ?? one.indices.map { "\($0)" }
    let units = Dictionary(grouping: one.indices) { names[$0] }.values.sorted { $0[0] < $1[0] }
    let drawn = (0..<(units.count > 1 ? Self.draws : 0)).map { _ -> (Summary, Summary) in
      let picks = units.indices.flatMap { _ in units[random.below(units.count)] }
      return (
        Summary(picks.map { one[$0] }, cost: 0), Summary(picks.map { other[$0] }, cost: 0)
      )
    }
    lines = Measure.allCases.filter { $0 != .cost }.map { measure in
      let differences = drawn.compactMap { first, second in
        second.value(of: measure).flatMap { other in first.value(of: measure).map { other - $0 } }
      }.sorted()
      let low = Statistics.quantile(0.025, ofSorted: differences)
      let high = Statistics.quantile(0.975, ofSorted: differences)
      let interval = low.flatMap { low in high.map { low...$0 } }
      let (first, second) = (a.value(of: measure), b.value(of: measure))
      return Line(
        measure: measure, first: first, second: second, difference: interval,
        verdict: first == nil || second == nil ? .unmeasured : Self.verdict(interval))
    }
  }

  private static func verdict(_ interval: ClosedRange<Double>?) -> Verdict {
    guard let interval else { return .undecided }
    if interval.upperBound < 0 { return .better }
    if interval.lowerBound > 0 { return .worse }
    return .undecided
  }
}
