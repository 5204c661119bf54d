/// Compares two configurations on the same recordings. Costs are tested by the signs of whole sessions, as in a search, and
/// measures by a paired bootstrap over the sessions. A verdict needs at least `leastSessions` sessions, and for zones at
/// least `leastChanges` changes.
package struct PairedComparison: Sendable {
  /// The verdict on one measure.
  package enum Verdict: String, Sendable {
    case better
    case worse
    /// The interval of the difference contains zero.
    case undecided = "no difference shown"
    /// There are fewer sessions or changes than a verdict needs.
    case tooFew = "not enough to say"
    /// The recordings cannot show the measure: recordings without contact, for example, do not show late contact.
    case unmeasured = "not measured"
    /// The measure has a different meaning for the two configurations, because their tempos or edges differ.
    case incomparable = "not comparable"
  }

  /// One measure, or the cost of all measures. Smaller is better for all of them.
  package struct Line: Sendable {
    /// The measure; `nil` for the cost relative to the cost of the first configuration, which is 1.
    package let measure: Measure?
    /// The value with the first configuration, in the measure's unit; `nil` if there are no measurements.
    package let first: Double?
    package let second: Double?
    /// The 95% interval of the second value minus the first value; `nil` for a single session.
    package let difference: ClosedRange<Double>?
    package let verdict: Verdict
  }

  /// The loss of an effect that a person feels with the other configuration. Gains in other measures do not compensate for
  /// it.
  package enum Loss: String, Sendable, CaseIterable {
    /// In a recording, at most a tenth of the other configuration's beats are felt, although beats are due.
    case beats = "nothing beats"
    /// In a recording, contact is felt only with the other configuration. Contact without beats is not felt.
    case contact = "contact is never felt"
    /// A zone beats only with the other configuration, and there are fewer beats.
    case silentZone = "a zone is silent"
    /// A recording is without a zone for longer, by more than the grain of `no-zone`.
    case zone = "there is no zone for longer"

    fileprivate func happens(to score: Score, _ own: Felt, beside other: Score, _ felt: Felt)
      -> Bool
    {
      let (beats, others) = (own.beats(score), felt.beats(other))
      let isSilent = other.beatTime > 0 && others > 0 && beats <= 0.1 * others
      return switch self {
      case .beats: isSilent
      case .contact:
        !isSilent && own.edges == felt.edges && felt.contact(other) > 0 && own.contact(score) == 0
      case .silentZone: !isSilent && beats < others && own.lacksZone(of: felt)
      case .zone: (score.withoutShare ?? 0) > (other.withoutShare ?? 0) + Measure.noZone.grain
      }
    }
  }

  fileprivate struct Felt: Sendable, Hashable {
    var edges: [Meters] = []
    var intervals: [Seconds?] = [.zero]

    var isSilent: Bool { intervals.allSatisfy { $0 == nil } }

    func beats(_ score: Score) -> Double { isSilent ? 0 : score.beats }

    /// The time with felt contact, in s.
    func contact(_ score: Score) -> Double { intervals[0] == nil ? 0 : score.feltContactTime }

    /// Whether a zone beyond contact beats only with the other configuration.
    func lacksZone(of other: Felt) -> Bool {
      zip(intervals, other.intervals).dropFirst().contains { $0 == nil && $1 != nil }
    }
  }

  package struct Ground: Sendable {
    fileprivate var first = Felt()
    fileprivate var second = Felt()

    package init() {}

    package init(_ first: Configuration, _ second: Configuration) {
      self.first = Felt(edges: first.zones.edges, intervals: first.beatIntervals)
      self.second = Felt(edges: second.zones.edges, intervals: second.beatIntervals)
    }

    package var isFirstSilent: Bool { first.isSilent && !second.isSilent }
    package var hasSameTempo: Bool { first.intervals == second.intervals }
    /// Whether both configurations have the same number of zones. The edges of the first configuration then divide the truth
    /// for both configurations.
    package var hasSameZones: Bool { first.edges.count == second.edges.count }
    /// Whether both configurations have the same edges. Otherwise, the zones are not comparable.
    package var hasSameEdges: Bool { first.edges == second.edges }

    func holds(_ measure: Measure) -> Bool {
      measure == .beat ? hasSameTempo && hasSameEdges : hasSameEdges || !measure.isOfZones
    }
  }

  package static let leastSessions = 4
  package static let leastChanges = 12

  package let lines: [Line]
  package let ground: Ground
  /// The effects felt with the first configuration and not with the second, with the indices of the recordings.
  package let losses: [(loss: Loss, recordings: [Int])]
  package let lossesOfFirst: [(loss: Loss, recordings: [Int])]
  package let sessions: Int
  package let trueChanges: Int

  private static let draws = 500

  package init(
    _ first: [Score], _ second: [Score], hasRanges: [Bool], sessions: [String]? = nil,
    datasets: [String]? = nil, ground: Ground = Ground(), seed: UInt64 = 1
  ) {
    let one = zip(first, hasRanges).map { Tally($0, hasRanges: $1) }
    let other = zip(second, hasRanges).map { Tally($0, hasRanges: $1) }
    let (a, b) = (Summary(one, cost: 0), Summary(other, cost: 0))
    var random = SplitMix64(seed: seed)
    let names = sessions ?? one.indices.map { "\($0)" }
    let units = Dictionary(grouping: one.indices) { names[$0] }.values.sorted { $0[0] < $1[0] }
    let sets = datasets ?? one.map { _ in "" }
    let objective = Objective(
      terms: Objective.balanced.terms.filter { ground.holds($0.measure) }, isFront: false)
    func cost(_ picks: [Int]) -> Double? {
      Statistics.mean(
        Dictionary(grouping: picks) { sets[$0] }.sorted { $0.key < $1.key }.map { _, own in
          objective.ratio(
            Summary(own.map { other[$0] }, cost: 0), Summary(own.map { one[$0] }, cost: 0))
        })
    }
    let drawn = (0..<(units.count > 1 ? Self.draws : 0)).map { _ in
      let picks = units.indices.flatMap { _ in units[random.below(units.count)] }
      return (
        first: Summary(picks.map { one[$0] }, cost: 0),
        second: Summary(picks.map { other[$0] }, cost: 0)
      )
    }
    let isEnough = units.count >= Self.leastSessions
    let isEnoughForZones = isEnough && a.trueChanges >= Double(Self.leastChanges)
    let shares = LossShares(one, sets: sets.numbered(), objective, cost: 0)
    // The gain of each session, as a multiple of its mean share.
    let gains = units.map { unit in
      Double(units.count)
        * unit.reduce(0) {
          $0 + shares.share(one[$1], costing: 0, at: $1)
            - shares.share(other[$1], costing: 0, at: $1)
        }
    }
    let changes = GainTest.interval(gains).map { -$0.upperBound ... -$0.lowerBound }
    let whole = Line(
      measure: nil, first: 1, second: cost(Array(one.indices)), difference: changes,
      verdict: isEnoughForZones ? Self.verdict(changes) : .tooFew)
    lines =
      [whole]
      + Measure.allCases.filter { $0 != .cost }.map { measure in
        let interval = Self.interval(
          drawn.compactMap { first, second in
            second.value(of: measure).flatMap { other in first.value(of: measure).map { other - $0 }
            }
          })
        let (first, second) = (a.value(of: measure), b.value(of: measure))
        let verdict: Verdict =
          if !ground.holds(measure) {
            .incomparable
          } else if first == nil || second == nil {
            .unmeasured
          } else {
            (measure.isOfZones ? isEnoughForZones : isEnough) ? Self.verdict(interval) : .tooFew
          }
        let isShown = verdict != .incomparable || (ground.hasSameZones && measure != .beat)
        return Line(
          measure: measure, first: first, second: second, difference: isShown ? interval : nil,
          verdict: verdict)
      }
    losses = Self.losses(second, ground.second, beside: first, ground.first)
    lossesOfFirst = Self.losses(first, ground.first, beside: second, ground.second)
    self.ground = ground
    self.sessions = units.count
    trueChanges = Int(a.trueChanges)
  }

  package var hasGround: Bool { sessions >= Self.leastSessions && trueChanges >= Self.leastChanges }

  /// The measures with a verdict; `nil` in the list means the cost.
  package func measures(_ verdict: Verdict) -> [Measure?] {
    lines.filter { $0.verdict == verdict }.map(\.measure)
  }

  /// Whether an effect that a person feels is worse or lost.
  package var isWorse: Bool {
    !losses.isEmpty || measures(.worse).contains { $0?.isOfZones ?? true }
  }

  private static func losses(
    _ own: [Score], _ felt: Felt, beside others: [Score], _ other: Felt
  ) -> [(loss: Loss, recordings: [Int])] {
    Loss.allCases.compactMap { loss in
      let places = own.indices.filter { loss.happens(to: own[$0], felt, beside: others[$0], other) }
      return places.isEmpty ? nil : (loss, places)
    }
  }

  /// The middle 95% of the drawn values; `nil` if there are no values.
  private static func interval(_ drawn: [Double]) -> ClosedRange<Double>? {
    let sorted = drawn.sorted()
    guard let low = Statistics.quantile(0.025, ofSorted: sorted),
      let high = Statistics.quantile(0.975, ofSorted: sorted)
    else { return nil }
    return low...high
  }

  /// The smallest bound that is not printed as zero. Smaller bounds count as zero.
  private static let leastBound = 0.0005

  private static func verdict(_ interval: ClosedRange<Double>?) -> Verdict {
    guard let interval else { return .undecided }
    if interval.upperBound < -leastBound { return .better }
    if interval.lowerBound > leastBound { return .worse }
    return .undecided
  }
}
