extension Trial {
  /// The score of another program's answers, with zones by the rule of a configuration; `nil` if there is no table.
  package func score(
    _ given: GivenEstimates, decidedBy configuration: Configuration
  ) -> Score? {
    guard var estimator = given.estimator(for: recording) else { return nil }
    let start = recording.origin
    var (replay, fit) = (ZoneReplay(configuration), TrialOutput(start: start))
    var (intervals, repeats) = (IntervalScore(), RepeatDetector())
    var last = start
    for record in recording.records where record.sample.time >= last {
      let sample = record.sample
      last = sample.time
      let isUsed = estimator.update(sample)
      let estimate = estimator.estimate(at: sample.time)
      fit.add(record.scoredTruth, estimate)
      intervals.add(record.scoredTruth, estimate)
      if let event = sample.event {
        replay.process(event, isSilent: estimate == nil, at: sample.time - start)
      } else if isUsed, var estimate {
        estimate.time = sample.time - start
        replay.process(estimate, isIndependent: repeats.isIndependent(sample))
      }
    }
    replay.pass(to: last - start)
    var score = self.score(
      of: TrialOutput(fit.score, replay, start: start, end: last - start), configuration)
    score.intervals = intervals
    return score
  }
}
