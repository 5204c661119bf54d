internal import Evaluation

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
  /// Time with the wrong zone, in s.
  public var wrongTime = 0.0
  /// Time scored, in s.
  public var totalTime = 0.0
  /// Changes of the true zone.
  public var trueChanges = 0.0
  /// Changes that no true change explains.
  public var falseChanges = 0.0
  /// True changes that were not followed.
  public var missedChanges = 0.0
  /// Sum over the true changes of how late they were followed, in s; a missed one counts as the whole
  /// window of `ZoneScore.window`, an early one as its distance in time.
  public var delay = 0.0
  /// Integral over time of |felt interval - true interval|, in s²; where only one of the two beats,
  /// the difference counts as the longest interval.
  public var intervalError = 0.0
  /// Beats felt.
  public var beats = 0.0

  /// The score of nothing, to add others to.
  public init() {}

  /// Adds another recording.
  public mutating func add(_ other: Score) {
    samples += other.samples
    answered += other.answered
    squaredError += other.squaredError
    squaredLogRatio += other.squaredLogRatio
    wrongTime += other.wrongTime
    totalTime += other.totalTime
    trueChanges += other.trueChanges
    falseChanges += other.falseChanges
    missedChanges += other.missedChanges
    delay += other.delay
    intervalError += other.intervalError
    beats += other.beats
  }

  /// Every field with the name that it is stored under.
  static let fields: [(name: String, path: any WritableKeyPath<Score, Double> & Sendable)] = [
    ("samples", \.samples), ("answered", \.answered), ("squared_error", \.squaredError),
    ("squared_log_ratio", \.squaredLogRatio), ("wrong_time", \.wrongTime),
    ("total_time", \.totalTime), ("true_changes", \.trueChanges),
    ("false_changes", \.falseChanges), ("missed_changes", \.missedChanges), ("delay", \.delay),
    ("interval_error", \.intervalError), ("beats", \.beats),
  ]
}

extension Score {
  /// Root of the mean square of estimate - truth, in m; `nil` without an answer.
  public var rootMeanSquare: Double? {
    answered > 0 ? (squaredError / answered).squareRoot() : nil
  }

  /// Root of the mean square of log2(estimate / truth); `nil` without an answer.
  public var logRatio: Double? {
    answered > 0 ? (squaredLogRatio / answered).squareRoot() : nil
  }

  /// Share of the samples without an answer.
  public var unansweredShare: Double { samples > 0 ? 1 - answered / samples : 0 }

  /// Share of the time with the wrong zone.
  public var wrongShare: Double { totalTime > 0 ? wrongTime / totalTime : 0 }

  /// False changes a minute.
  public var falsePerMinute: Double { totalTime > 0 ? 60 * falseChanges / totalTime : 0 }

  /// Share of the true changes that were missed.
  public var missedShare: Double { trueChanges > 0 ? missedChanges / trueChanges : 0 }

  /// Mean delay of the true changes, in s.
  public var meanDelay: Double { trueChanges > 0 ? delay / trueChanges : 0 }

  /// Mean of |felt interval - true interval|, in s.
  public var meanIntervalError: Double { totalTime > 0 ? intervalError / totalTime : 0 }
}
