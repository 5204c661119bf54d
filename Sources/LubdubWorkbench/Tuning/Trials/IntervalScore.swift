/// The coverage and widths of an estimator's 95% intervals, for answers with a truth above 0.
package struct IntervalScore: Sendable, Hashable {
  package var answers = 0.0
  /// The number of answers whose interval contains the truth, ends included.
  package var held = 0.0
  /// The sum of the widths of the intervals, in m.
  package var widths = 0.0

  package var coverage: Double? { answers > 0 ? held / answers : nil }

  /// The mean width of the intervals, in m; `nil` if there is no answer.
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
  /// The intervals of a separate run, which a search omits.
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
