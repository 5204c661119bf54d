/// What a configuration achieved on one recording, in quantities that can be added up.
public struct Score: Sendable, Hashable {
  /// Samples with truth.
  public var samples = 0.0
  /// Those of them that were answered.
  public var answered = 0.0
  /// Sum of (estimate - truth)², in m².
  public var squaredError = 0.0
  /// Sum of log2(estimate / truth)², both held above `RangeScore.logFloor`.
  public var squaredLogRatio = 0.0
  /// Answers by signal strength beside a truth of 0.1 m or more; the sums over them of log2(truth) and
  /// log2(estimate), and of the squares and products: what a slope is made of.
  public var signals = 0.0
  var truthSum = 0.0
  var answerSum = 0.0
  var truthSquares = 0.0
  var products = 0.0
  /// Time with the wrong zone, in s.
  public var wrongTime = 0.0
  /// Time without a zone, in s.
  public var withoutTime = 0.0
  /// Time scored, in s.
  public var totalTime = 0.0
  /// Changes of the true zone.
  public var trueChanges = 0.0
  /// Changes that no true change explains.
  public var falseChanges = 0.0
  /// True changes that were not followed.
  public var missedChanges = 0.0
  /// Sum over the true changes of how late they were followed, in s; a missed one counts as the whole
  /// `ChangeWindow`, an early one as less than nothing.
  public var delay = 0.0
  /// Integral over time of |felt interval - true interval|, in s²; where only one of the two beats,
  /// the difference counts as the longest interval.
  public var intervalError = 0.0
  /// Beats felt.
  public var beats = 0.0
  /// Times that the truth came into the nearest zone.
  public var contacts = 0.0
  /// Those that were felt within each of the `contactLimits`.
  public var contactsWithin = SIMD8<Double>()

  /// Times that contact is counted within, in s.
  public static let contactLimits: SIMD8<Double> = [0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3]
  /// Time that the truth is in the nearest zone, in s.
  public var contactTime = 0.0
  /// The part of it in which that zone is felt.
  public var feltContactTime = 0.0
  /// True changes that fell into pauses of the truth.
  public var gapChanges = 0.0
  /// Sum of the times from the first row to the first zone, in s.
  public var acquisitionTime = 0.0
  /// How many first zones there were.
  public var acquisitions = 0.0
  /// Time in which the truth rests, in s.
  public var restTime = 0.0
  /// False changes while the truth rests.
  public var restChanges = 0.0
  /// Time in which both the felt and the true zone beat, in s.
  public var beatTime = 0.0
  /// Integral over that time of |felt interval - true interval|, in s².
  public var beatError = 0.0
  /// Time in which only one of the two beats, in s.
  public var oneSidedTime = 0.0

  /// What the intervals hold, where that was asked for; see `Trial.intervals`.
  public var intervals: IntervalScore?

  /// The changes of the nearest edges, each by itself.
  public var edges = [Edge](repeating: Edge(), count: edgeLimit)

  /// The changes of one edge.
  public struct Edge: Sendable, Hashable {
    /// True changes.
    public var trueChanges = 0.0
    /// Changes that no true change explains.
    public var falseChanges = 0.0
    /// True changes that were not followed.
    public var missedChanges = 0.0
    /// Sum of the delays in s, as in `Score.delay`.
    public var delay = 0.0

    fileprivate mutating func add(_ other: Edge) {
      trueChanges += other.trueChanges
      falseChanges += other.falseChanges
      missedChanges += other.missedChanges
      delay += other.delay
    }
  }

  /// How many edges have figures of their own.
  public static let edgeLimit = 6

  /// The score of nothing, to add others to.
  public init() {}

  /// Adds another recording. A search does so millions of times, which by key paths would take most of it.
  public mutating func add(_ other: Score) {
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

  static let fields: [(name: String, path: any WritableKeyPath<Score, Double> & Sendable)] =
    [
      ("samples", \.samples), ("answered", \.answered), ("squared_error", \.squaredError),
      ("squared_log_ratio", \.squaredLogRatio), ("signals", \.signals),
      ("truth_sum", \.truthSum), ("answer_sum", \.answerSum),
      ("truth_squares", \.truthSquares), ("products", \.products), ("wrong_time", \.wrongTime),
      ("without_time", \.withoutTime),
      ("total_time", \.totalTime), ("true_changes", \.trueChanges),
      ("false_changes", \.falseChanges), ("missed_changes", \.missedChanges), ("delay", \.delay),
      ("interval_error", \.intervalError), ("beats", \.beats), ("contacts", \.contacts),
      ("contact_time", \.contactTime), ("felt_contact_time", \.feltContactTime),
      ("gap_changes", \.gapChanges),
      ("acquisition_time", \.acquisitionTime), ("acquisitions", \.acquisitions),
      ("rest_time", \.restTime), ("rest_changes", \.restChanges), ("beat_time", \.beatTime),
      ("beat_error", \.beatError), ("one_sided_time", \.oneSidedTime),
    ]
    + contactLimits.indices.map {
      ("contacts_within_\(Int(1000 * contactLimits[$0]))_ms", \.contactsWithin[$0])
    }
    + (0..<edgeLimit).flatMap(edgeFields)

  private static func edgeFields(
    _ edge: Int
  ) -> [(name: String, path: any WritableKeyPath<Score, Double> & Sendable)] {
    [
      ("true_changes_\(edge)", \.edges[edge].trueChanges),
      ("false_changes_\(edge)", \.edges[edge].falseChanges),
      ("missed_changes_\(edge)", \.edges[edge].missedChanges),
      ("delay_\(edge)", \.edges[edge].delay),
    ]
  }
}

extension Score {
  /// Root of the mean square of estimate - truth, in m; `nil` without an answer.
  public var rootMeanSquare: Double? { answered > 0 ? (squaredError / answered).squareRoot() : nil }

  /// Root of the mean square of log2(estimate / truth); `nil` without an answer.
  public var logRatio: Double? { answered > 0 ? (squaredLogRatio / answered).squareRoot() : nil }

  /// Share of the samples without an answer; `nil` without a sample.
  public var unansweredShare: Double? { samples > 0 ? 1 - answered / samples : nil }

  /// Share of the time with the wrong zone; `nil` when no time was scored.
  public var wrongShare: Double? { totalTime > 0 ? wrongTime / totalTime : nil }

  /// Share of the time without a zone; `nil` when no time was scored.
  public var withoutShare: Double? { totalTime > 0 ? withoutTime / totalTime : nil }

  /// False changes a minute; `nil` when no time was scored.
  public var falsePerMinute: Double? { totalTime > 0 ? 60 * falseChanges / totalTime : nil }

  /// Share of the true changes that were missed; `nil` when there was none.
  public var missedShare: Double? { trueChanges > 0 ? missedChanges / trueChanges : nil }

  /// Mean delay of the true changes, in s; `nil` when there was none.
  public var meanDelay: Double? { trueChanges > 0 ? delay / trueChanges : nil }

  /// Mean of |felt interval - true interval| while both beat, in s; `nil` when they never do.
  public var meanBeatError: Double? { beatTime > 0 ? beatError / beatTime : nil }

  /// Share of the time in which only one of the two beats; `nil` when no time was scored.
  public var oneSidedShare: Double? { totalTime > 0 ? oneSidedTime / totalTime : nil }

  /// Share of the contacts that were felt within a time in s, one of the `contactLimits`; `nil` when there was none.
  public func contactShare(within limit: Double) -> Double? {
    guard contacts > 0,
      let place = Self.contactLimits.indices.first(where: { Self.contactLimits[$0] == limit })
    else { return nil }
    return contactsWithin[place] / contacts
  }

  /// Share of the time in contact in which contact is felt; `nil` when there was none.
  public var contactFeltShare: Double? { contactTime > 0 ? feltContactTime / contactTime : nil }

  /// Mean time from the first row to the first zone, in s; `nil` when there was none.
  public var meanAcquisition: Double? { acquisitions > 0 ? acquisitionTime / acquisitions : nil }

  /// False changes in ten minutes at rest; `nil` when nothing rests.
  public var restChangesInTenMinutes: Double? { restTime > 0 ? 600 * restChanges / restTime : nil }

  /// What `tune` makes small: the mean of |felt interval - true interval|, in s, where only one of the
  /// two beats the longest interval; `nil` when no time was scored.
  public var meanIntervalError: Double? { totalTime > 0 ? intervalError / totalTime : nil }
}
