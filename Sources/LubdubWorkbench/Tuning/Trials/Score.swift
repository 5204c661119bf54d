/// The score of a configuration on one recording, in quantities that can be summed. Times are in s.
package struct Score: Sendable, Hashable {
  /// The number of samples with truth.
  package var samples = 0.0
  package var answered = 0.0
  /// The sum of (estimate - truth)², in m².
  package var squaredError = 0.0
  /// The sum of log2(estimate / truth)², with `RangeScore.logFloor` as the lower limit of both distances.
  package var squaredLogRatio = 0.0
  /// The number of answers from signal strength with a truth of at least 0.1 m. The sums of log2(truth) and log2(estimate),
  /// and of their squares and products, follow. These sums give the slope.
  package var signals = 0.0
  var truthSum = 0.0
  var answerSum = 0.0
  var truthSquares = 0.0
  var products = 0.0
  package var wrongTime = 0.0
  package var withoutTime = 0.0
  package var totalTime = 0.0
  package var trueChanges = 0.0
  /// The number of changes without a true change.
  package var falseChanges = 0.0
  package var missedChanges = 0.0
  /// The sum of the delays of the true changes, in s. A missed change counts as the whole `ChangeWindow`, and the delay of
  /// an early change is negative.
  package var delay = 0.0
  /// The integral over time of |felt interval - true interval|, in s². While only one of the two heartbeats beats, the
  /// longest interval counts.
  package var intervalError = 0.0
  package var beats = 0.0
  /// The number of times that the truth entered the nearest zone.
  package var contacts = 0.0
  /// The number of contacts felt within each of the `ContactLimits`.
  package var contactsWithin = SIMD8<Double>()

  package var contactTime = 0.0
  package var feltContactTime = 0.0
  /// The number of true changes in pauses of the truth.
  package var gapChanges = 0.0
  /// The sum of the times from the first row to the first zone, in s.
  package var acquisitionTime = 0.0
  package var acquisitions = 0.0
  package var restTime = 0.0
  package var restChanges = 0.0
  package var beatTime = 0.0
  /// The integral over `beatTime` of |felt interval - true interval|, in s².
  package var beatError = 0.0
  package var oneSidedTime = 0.0

  /// The score of the intervals, if requested; see `Trial.intervals`.
  package var intervals: IntervalScore?

  package var edges = [Edge](repeating: Edge(), count: edgeLimit)

  package struct Edge: Sendable, Hashable {
    package var trueChanges = 0.0
    /// The number of changes without a true change.
    package var falseChanges = 0.0
    package var missedChanges = 0.0
    /// The sum of the delays in s, as in `Score.delay`.
    package var delay = 0.0

    fileprivate mutating func add(_ other: Edge) {
      trueChanges += other.trueChanges
      falseChanges += other.falseChanges
      missedChanges += other.missedChanges
      delay += other.delay
    }
  }

  package static let edgeLimit = 6

  package init() {}

  /// Adds the score of another recording. It does not use key paths, because a search calls it millions of times.
  package mutating func add(_ other: Score) {
    samples += other.samples
    answered += other.answered
    squaredError += other.squaredError
    squaredLogRatio += other.squaredLogRatio
    signals += other.signals
    truthSum += other.truthSum
    answerSum += other.answerSum
    truthSquares += other.truthSquares
    products += other.products
    wrongTime += other.wrongTime
    withoutTime += other.withoutTime
    totalTime += other.totalTime
    trueChanges += other.trueChanges
    falseChanges += other.falseChanges
    missedChanges += other.missedChanges
    delay += other.delay
    intervalError += other.intervalError
    beats += other.beats
    contacts += other.contacts
    contactsWithin += other.contactsWithin
    contactTime += other.contactTime
    feltContactTime += other.feltContactTime
    gapChanges += other.gapChanges
    acquisitionTime += other.acquisitionTime
    acquisitions += other.acquisitions
    restTime += other.restTime
    restChanges += other.restChanges
    beatTime += other.beatTime
    beatError += other.beatError
    oneSidedTime += other.oneSidedTime
    for edge in edges.indices { edges[edge].add(other.edges[edge]) }
    guard let more = other.intervals else { return }
    var sum = intervals ?? IntervalScore()
    sum.add(more)
    intervals = sum
  }

  /// The stored quantities, except for intervals.
  static let fields: [any WritableKeyPath<Score, Double> & Sendable] =
    [
      \.samples, \.answered, \.squaredError, \.squaredLogRatio, \.signals, \.truthSum,
      \.answerSum, \.truthSquares, \.products, \.wrongTime, \.withoutTime, \.totalTime,
      \.trueChanges, \.falseChanges, \.missedChanges, \.delay, \.intervalError, \.beats,
      \.contacts, \.contactTime, \.feltContactTime, \.gapChanges, \.acquisitionTime,
      \.acquisitions, \.restTime, \.restChanges, \.beatTime, \.beatError, \.oneSidedTime,
    ]
    + ContactLimits.usual.seconds.indices.map { \.contactsWithin[$0] }
    + (0..<edgeLimit).flatMap { edge -> [any WritableKeyPath<Score, Double> & Sendable] in
      [
        \.edges[edge].trueChanges, \.edges[edge].falseChanges, \.edges[edge].missedChanges,
        \.edges[edge].delay,
      ]
    }

  /// The names of the fields, in the order of `fields`.
  static let fieldNames =
    """
    samples answered squaredError squaredLogRatio signals truthSum answerSum truthSquares products wrongTime \
    withoutTime totalTime trueChanges falseChanges missedChanges delay intervalError beats contacts contactTime \
    feltContactTime gapChanges acquisitionTime acquisitions restTime restChanges beatTime beatError oneSidedTime
    """.split(separator: " ").map(String.init)
    + ContactLimits.usual.seconds.indices.map { "contactsWithin[\($0)]" }
    + (0..<edgeLimit).flatMap { edge in
      ["trueChanges", "falseChanges", "missedChanges", "delay"].map { "edges[\(edge)].\($0)" }
    }

  // Means and shares. Times are in s, and `nil` means without measurements.

  package var rootMeanSquare: Double? {
    answered > 0 ? (squaredError / answered).squareRoot() : nil
  }
  package var logRatio: Double? { answered > 0 ? (squaredLogRatio / answered).squareRoot() : nil }
  package var unansweredShare: Double? { samples > 0 ? 1 - answered / samples : nil }
  package var wrongShare: Double? { totalTime > 0 ? wrongTime / totalTime : nil }
  package var withoutShare: Double? { totalTime > 0 ? withoutTime / totalTime : nil }
  package var falsePerMinute: Double? { totalTime > 0 ? 60 * falseChanges / totalTime : nil }
  package var missedShare: Double? { trueChanges > 0 ? missedChanges / trueChanges : nil }
  package var meanDelay: Double? { trueChanges > 0 ? delay / trueChanges : nil }
  package var meanBeatError: Double? { beatTime > 0 ? beatError / beatTime : nil }
  package var oneSidedShare: Double? { totalTime > 0 ? oneSidedTime / totalTime : nil }

  /// The share of contacts that were felt within a time in s; `nil` if there were no contacts, or if the time is not one of
  /// the limits.
  package func contactShare(within time: Double, _ limits: ContactLimits = .usual) -> Double? {
    guard contacts > 0, let place = limits.place(of: time) else { return nil }
    return contactsWithin[place] / contacts
  }
  package var contactFeltShare: Double? { contactTime > 0 ? feltContactTime / contactTime : nil }
  package var meanAcquisition: Double? { acquisitions > 0 ? acquisitionTime / acquisitions : nil }
  package var restChangesInTenMinutes: Double? { restTime > 0 ? 600 * restChanges / restTime : nil }

  /// The error that `tune` minimizes: the mean of |felt interval - true interval|, in s. While only one of the two
  /// heartbeats beats, the longest interval counts. `nil` if no time was scored.
  package var meanIntervalError: Double? { totalTime > 0 ? intervalError / totalTime : nil }
}
