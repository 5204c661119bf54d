/// The measures of a configuration on the recordings of one data set.
package struct Summary: Sendable, Hashable {
  private var values: [Measure: Double]
  /// The share of samples without an answer, as a mean over the recordings.
  package let unanswered: Double
  /// The scored time, in s.
  package let time: Double
  package let trueChanges: Double

  /// The sums over all recordings.
  package let total: Score
  /// The error, with a large error for recordings without any answer.
  private let countedRange: Double
  /// The share of answers whose 95% interval contains the truth; `nil` if it was not requested.
  package let coverage: Double?
  /// The mean width of the 95% intervals in m, as a mean over the recordings; `nil` if it was not requested.
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

  /// The value in the unit of the measure; `nil` if the recordings cannot show the measure: recordings without contact, for
  /// example, do not show late contact.
  package func value(of measure: Measure) -> Double? { values[measure] }

  func value(of term: Objective.Term) -> Double? {
    guard let edge = term.edge else { return value(of: term.measure) }
    let part = total.edges[edge].part(of: term.measure, time: time)
    return part.count > 0 ? part.sum / part.count : nil
  }

  /// The value for a search: 0 if it could not be measured, and a large error if answers are missing.
  subscript(term: Objective.Term) -> Double {
    term.edge == nil && term.measure == .range ? countedRange : value(of: term) ?? 0
  }
}

struct Tally {
  private(set) var score = Score()
  /// The sum over the recordings of the root mean square, in m or in log2.
  private(set) var error = 0.0
  /// The sum of the errors over recordings with an answer, and the number of these recordings.
  private(set) var answeredError = 0.0
  private(set) var answered = 0.0
  /// The sums of the coverages and widths of intervals, and the number of recordings with intervals.
  private(set) var coverage = 0.0
  private(set) var width = 0.0
  private(set) var intervals = 0.0
  private(set) var silence = 0.0
  private(set) var recordings = 0.0
  /// The number of recordings of signal strength with a slope, and the sum of the differences between these slopes and 1.
  private(set) var followed = 0.0
  private(set) var unfollowed = 0.0

  /// The names of the stored quantities, in the order of `numbers`. Intervals are not stored.
  static let names =
    Score.fieldNames + [
      "error", "answeredError", "answeredRecordings", "silence", "recordings", "followed",
      "unfollowed",
    ]

  var numbers: [Double] {
    Score.fields.map { score[keyPath: $0] }
      + [error, answeredError, answered, silence, recordings, followed, unfollowed]
  }

  /// Creates a tally from numbers; `nil` for another count of numbers.
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
    // Without any answer, the error is 100 m, or a factor of 1,000.
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
  /// The sum of a measure over recordings, and its divisor.
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
  /// The nominal cost in ns per sample. The values are rough guesses that only rank estimators, so that a search gives equal
  /// results on every machine. `lubdub bench speed` measures the real cost.
  package var nominalCost: Double { Self.nominalCosts[self] ?? 8 }

  private static let nominalCosts: [EstimatorKind: Double] = [
    .fusion: 60, .rangeFilter: 45, .signalStrength: 40,
    .constantVelocity: 12, .gatedConstantVelocity: 12,
    .signalTrimmedMean: 150, .signalFencedMean: 150, .signalMinimumMean: 150,
  ]
}

extension Score {
  /// The smallest deviation of log2(truth) for a slope: 0.2 in ln(truth), as in `FollowingScore`.
  private static let leastDeviation = 0.2 / 0.693_147_180_559_945

  /// The slope of log(answer) over log(truth); `nil` if the truth hardly varies.
  var slope: Double? {
    guard signals > 0 else { return nil }
    let variance = truthSquares - truthSum * truthSum / signals
    guard variance >= Self.leastDeviation * Self.leastDeviation * signals else { return nil }
    return (products - truthSum * answerSum / signals) / variance
  }
}
