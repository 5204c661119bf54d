/// The coverage and widths of an estimator's 95 % intervals, over answers beside a truth above 0.
package struct IntervalScore: Sendable, Hashable {
  package var answers = 0.0
  /// Those of them whose interval holds the truth, ends included.
  package var held = 0.0
  /// Sum of the intervals' widths, in m.
  package var widths = 0.0

  package var coverage: Double? { answers > 0 ? held / answers : nil }

  /// Mean width of the intervals, in m; `nil` without an answer.
  package var meanWidth: Double? { answers > 0 ? widths / answers : nil }

  mutating func add(_ truth: Meters?, _ estimate: DistanceEstimate?) {
    guard let truth, truth > .zero, let estimate, estimate.status != .confirming else { return }
    answers += 1
    held += truth >= estimate.low && truth <= estimate.high ? 1 : 0
    widths += (estimate.high - estimate.low).value
  }

  mutating func add(_ other: IntervalScore) {
    answers += other.answers
    held += other.held
    widths += other.widths
  }
}

extension Trial {
  /// A search does without: it takes a run of its own.
  package func intervals(_ configuration: Configuration) throws(SettingError) -> IntervalScore {
    var run = try PipelineRun(calibrated(configuration))
    var score = IntervalScore()
    for record in recording.records {
      run.process(record.sample) { _ in }
      score.add(record.scoredTruth, run.estimate)
    }
    return score
  }

  package func scoresWithIntervals(
    _ configurations: [Configuration]
  ) -> [Result<Score, SettingError>] {
    zip(scores(configurations), configurations).map { result, configuration in
      result.flatMap { score in
        Result { () throws(SettingError) in
          var score = score
          score.intervals = try intervals(configuration)
          return score
        }
      }
    }
  }
}
