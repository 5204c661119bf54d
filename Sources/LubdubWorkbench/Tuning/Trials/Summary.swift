/// The measures of a configuration on the recordings of one data set.
package struct Summary: Sendable, Hashable {
  private var values: [Measure: Double]
  /// Share of the samples without an answer, mean over the recordings.
  package let unanswered: Double
  /// Time scored, in s.
  package let time: Double
  package let trueChanges: Double

  /// The sums over all recordings.
  package let total: Score
  /// The error with recordings that were not answered at all counted as far off.
  private let countedRange: Double
  /// Share of the answers whose 95 % interval holds the truth; `nil` where that was not asked for.
  package let coverage: Double?
  /// Mean width of those intervals in m, mean over the recordings.
  package let intervalWidth: Double?

  package init(_ scores: [Score], hasRanges: [Bool], cost: Double) {
    self.init(zip(scores, hasRanges).map { Tally($0, hasRanges: $1) }, cost: cost)
  }

  init(_ tallies: some Sequence<Tally>, cost: Double) {
    var total = Tally()
    for tally in tallies { total.add(tally) }
    let count = max(1, total.recordings)
    let score = total.score
    unanswered = total.silence / count
    time = score.totalTime
    trueChanges = score.trueChanges
    self.total = score
    countedRange = total.error / count
    coverage = total.intervals > 0 ? total.coverage / total.intervals : nil
    intervalWidth = total.intervals > 0 ? total.width / total.intervals : nil
    let values = Measure.allCases.map { measure -> (Measure, Double?) in
      if measure == .cost { return (measure, cost) }
      let part =
        measure == .range ? (total.answeredError, total.answered) : total.part(of: measure, nil)
      return (measure, part.1 > 0 ? part.0 / part.1 : nil)
    }
    self.values = Dictionary(uniqueKeysWithValues: values).compactMapValues { $0 }
  }

  /// In its own unit; `nil` where the recordings have nothing to measure it on, such as no contact.
  package func value(of measure: Measure) -> Double? { values[measure] }

  func value(of term: Objective.Term) -> Double? {
    guard let edge = term.edge else { return value(of: term.measure) }
    let part = total.edges[edge].part(of: term.measure, time: time)
    return part.count > 0 ? part.sum / part.count : nil
  }

  /// As a search counts it: what could not be measured is no error, and no answer a large one.
  subscript(term: Objective.Term) -> Double {
    term.edge == nil && term.measure == .range ? countedRange : value(of: term) ?? 0
  }
}

struct Tally {
  private(set) var score = Score()
  /// Sum over the recordings of the root mean square, in metres or in log2.
  private(set) var error = 0.0
  /// The same over the recordings with an answer, and how many these are.
  private(set) var answeredError = 0.0
  private(set) var answered = 0.0
  /// Sums of the coverages and widths of intervals, and over how many recordings.
  private(set) var coverage = 0.0
  private(set) var width = 0.0
  private(set) var intervals = 0.0
  private(set) var silence = 0.0
  private(set) var recordings = 0.0
  /// Recordings of signal strength with a slope, and the sum of what the slopes lack.
  private(set) var followed = 0.0
  private(set) var unfollowed = 0.0

  /// The names of what is stored, in the order of `numbers`. Intervals are not.
  static let names =
    Score.fieldNames + [
      "error", "answeredError", "answeredRecordings", "silence", "recordings", "followed",
      "unfollowed",
    ]

  var numbers: [Double] {
    Score.fields.map { score[keyPath: $0] }
      + [error, answeredError, answered, silence, recordings, followed, unfollowed]
  }

  /// `nil` for another count of numbers.
  init?(_ numbers: [Double]) {
    guard numbers.count == Self.names.count else { return nil }
    for (field, number) in zip(Score.fields, numbers) { score[keyPath: field] = number }
    let rest = Array(numbers[Score.fields.count...])
    (error, answeredError, answered, silence) = (rest[0], rest[1], rest[2], rest[3])
    (recordings, followed, unfollowed) = (rest[4], rest[5], rest[6])
  }

  init() {}

  init(_ score: Score, hasRanges: Bool) {
    self.score = score
    // No answer at all is as bad as a factor of 1,000 or 100 m.
    let found = hasRanges ? score.rootMeanSquare : score.logRatio
    error = found ?? (hasRanges ? 100 : 10)
    answeredError = found ?? 0
    answered = found == nil ? 0 : 1
    if let held = score.intervals?.coverage, let mean = score.intervals?.meanWidth {
      (coverage, width, intervals) = (held, mean, 1)
    }
    silence = score.unansweredShare ?? 0
    recordings = 1
    guard let slope = score.slope else { return }
    followed = 1
    unfollowed = min(max(0, 1 - slope), 1)
  }

  mutating func add(_ other: Tally) {
    score.add(other.score)
    error += other.error
    answeredError += other.answeredError
    answered += other.answered
    coverage += other.coverage
    width += other.width
    intervals += other.intervals
    silence += other.silence
    recordings += other.recordings
    followed += other.followed
    unfollowed += other.unfollowed
  }
}

extension Tally {
  /// The sum that makes a measure over recordings, and its divisor.
  func part(of measure: Measure, _ edge: Int?) -> (sum: Double, count: Double) {
    if let edge { return score.edges[edge].part(of: measure, time: score.totalTime) }
    let lateContacts = score.contacts - score.contactsWithin[ContactLimits.late]
    return switch measure {
    case .range: (error, recordings)
    case .wrongZone: (score.wrongTime, score.totalTime)
    case .noZone: (score.withoutTime, score.totalTime)
    case .falseChanges: (60 * score.falseChanges, score.totalTime)
    case .missedChanges: (score.missedChanges, score.trueChanges)
    case .delay: (score.delay, score.trueChanges)
    case .beat: (score.intervalError, score.totalTime)
    case .lateContact: (lateContacts, score.contacts)
    case .restChanges: (600 * score.restChanges, score.restTime)
    case .following: (unfollowed, followed)
    case .cost: (0, recordings)
    }
  }
}

extension Score.Edge {
  func part(of measure: Measure, time: Double) -> (sum: Double, count: Double) {
    if measure == .falseChanges { return (60 * falseChanges, time) }
    return (measure == .missedChanges ? missedChanges : delay, trueChanges)
  }
}

extension EstimatorKind {
  /// Nominal cost in ns a sample: round guesses that only rank estimators, so that a search gives the
  /// same answer on every machine. `lubdub bench speed` measures.
  package var nominalCost: Double { Self.nominalCosts[self] ?? 8 }

  private static let nominalCosts: [EstimatorKind: Double] = [
    .fusion: 60, .rangeFilter: 45, .signalStrength: 40,
    .constantVelocity: 12, .gatedConstantVelocity: 12,
    .signalTrimmedMean: 150, .signalFencedMean: 150, .signalMinimumMean: 150,
  ]
}

extension Score {
  /// Deviation of log2(truth) that a slope takes; 0.2 of its ln, as `FollowingScore` has it.
  private static let leastDeviation = 0.2 / 0.693_147_180_559_945

  /// The slope of the answers on the truth, both as logarithms; `nil` where the truth hardly varies.
  var slope: Double? {
    guard signals > 0 else { return nil }
    let variance = truthSquares - truthSum * truthSum / signals
    guard variance >= Self.leastDeviation * Self.leastDeviation * signals else { return nil }
    return (products - truthSum * answerSum / signals) / variance
  }
}
