public import Lubdub
internal import LubdubSessions
internal import LubdubSignals

/// Two configurations on the same recordings: whether one is better, by a paired bootstrap over the
/// sessions. A verdict needs ground: `leastSessions`, and of zones `leastChanges`.
public struct PairedComparison: Sendable {
  /// What the recordings show about one measure.
  public enum Verdict: String, Sendable {
    /// The second is better.
    case better
    /// The second is worse.
    case worse
    /// The interval of the difference holds zero.
    case undecided = "no difference shown"
    /// Fewer sessions or changes than a verdict needs.
    case tooFew = "not enough to say"
    /// The recordings have nothing to measure it on, such as no contact.
    case unmeasured = "not measured"
    /// The two mean different things by it: other tempos, or another number of zones.
    case incomparable = "not comparable"
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
    /// The 95 % interval of second - first; `nil` with a single session.
    public let difference: ClosedRange<Double>?
    /// What follows.
    public let verdict: Verdict
  }

  /// What a person no longer feels with the second configuration: no gain elsewhere makes up for it.
  public enum Loss: String, Sendable, CaseIterable {
    /// Contact was felt in a recording, and is not any more.
    case contact = "contact is never felt"
    /// Something beat in a recording, and nothing does any more.
    case beats = "nothing beats"
    /// A recording is without a zone for longer, by more than the grain of `no-zone`.
    case zone = "there is no zone for longer"

    func happens(from first: Score, to second: Score) -> Bool {
      switch self {
      case .contact: first.feltContactTime > 0 && second.feltContactTime == 0
      case .beats: first.beats > 0 && second.beats == 0
      case .zone:
        (second.withoutShare ?? 0) > (first.withoutShare ?? 0) + Measure.noZone.grain
      }
    }
  }

  /// What the two configurations have in common, so that figures of both are of the same thing.
  public struct Ground: Sendable {
    /// Whether both have the same intervals between beats.
    public var hasSameTempo = true
    /// Whether both have as many zones, cut from the truth by the same edges.
    public var hasSameZones = true

    /// Everything in common.
    public init() {}

    /// What two configurations have in common.
    public init(_ first: Configuration, _ second: Configuration) {
      hasSameTempo = first.beatIntervals == second.beatIntervals
      hasSameZones = first.zones.edges.count == second.zones.edges.count
    }

    func holds(_ measure: Measure) -> Bool {
      measure == .beat ? hasSameTempo && hasSameZones : hasSameZones || !measure.isOfZones
    }
  }

  /// A verdict needs so many sessions.
  public static let leastSessions = 4
  /// A verdict on zones needs so many true changes.
  public static let leastChanges = 12

  /// The cost, and one line for each measure.
  public let lines: [Line]
  /// What is not felt any more, with the places of the recordings; those without one are left out.
  public let losses: [(loss: Loss, recordings: [Int])]
  /// How many sessions there were.
  public let sessions: Int
  /// How many true changes of zone there were.
  public let trueChanges: Int

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
  ///   - ground: What the configurations have in common.
  ///   - seed: Decides the resampling.
  public init(
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
        second: Summary(picks.map { other[$0] }, cost: 0), cost: cost(picks)
      )
    }
    let isEnough = units.count >= Self.leastSessions
    let isEnoughForZones = isEnough && a.trueChanges >= Double(Self.leastChanges)
    let changes = Self.interval(drawn.compactMap { $0.cost.map { $0 - 1 } })
    let whole = Line(
      measure: nil, first: 1, second: cost(Array(one.indices)), difference: changes,
      verdict: isEnoughForZones ? Self.verdict(changes) : .tooFew)
    lines =
      [whole]
      + Measure.allCases.filter { $0 != .cost }.map { measure in
        let interval = Self.interval(
          drawn.compactMap { first, second, _ in
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
        return Line(
          measure: measure, first: first, second: second,
          difference: verdict == .incomparable ? nil : interval, verdict: verdict)
      }
    losses = Loss.allCases.compactMap { loss in
      let places = first.indices.filter { loss.happens(from: first[$0], to: second[$0]) }
      return places.isEmpty ? nil : (loss, places)
    }
    self.sessions = units.count
    trueChanges = Int(a.trueChanges)
  }

  /// The measures with a verdict; of the cost `nil`.
  public func measures(_ verdict: Verdict) -> [Measure?] {
    lines.filter { $0.verdict == verdict }.map(\.measure)
  }

  /// Whether something that is felt got worse: it is lost, or a measure of zones and beats says so.
  public var isWorse: Bool {
    !losses.isEmpty || measures(.worse).contains { $0?.isOfZones ?? true }
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
