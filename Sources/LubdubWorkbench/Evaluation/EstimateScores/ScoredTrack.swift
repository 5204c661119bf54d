// The scores of an estimator
//
// Conventions: Distances are in meters, and times are in seconds on the clock of the rows. An error is the estimate minus
// the truth, so a positive bias means estimates that are too far. A score uses a `ScoredTrack`: the answers of one estimator
// for one recording. Each answer depends only on the rows up to its own. A row without an answer counts as unanswered, and
// has no error. A truth of 0 is contact, which counts only for zones. The figures of a data set are means over its
// recordings, but the largest error is the overall maximum, and bias and lag are medians.
//
// Scores: `RangeScore` contains the size of errors and the coverage of intervals. `FollowingScore` states whether an
// estimate follows the truth, and `lag(within:)` its delay. `ConsistencyScore` compares a filter's noise with its
// innovations. `HandOverScore` contains the costs of ultra-wideband outages. `RestScore` counts the changes of zones on an
// edge, and `ErrorCourses` contains the errors over distance and time. For all commands, `ZoneScore` and `BeatScore` of
// LubdubRuns score the felt zones and beats. docs/reference/scores.md defines every figure.
//
// Sources: Mehra, "On the identification of variances and adaptive Kalman filtering" (1970), and Bar-Shalom, Li,
// Kirubarajan, "Estimation with applications to tracking and navigation" (2001), section 5.4, for innovations; Spearman,
// "The proof and measurement of association between two things" (1904), for ranks; Hyndman, Fan, "Sample quantiles in
// statistical packages" (1996), definition 7, for quantiles. Each baseline names its source program.

/// The answers of an estimator for a recording, with the truth.
package struct ScoredTrack: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    package var time: Seconds
    package var truth: Meters
    /// The answer; `nil` if the estimator gave no answer or an unconfirmed answer.
    package var estimate: DistanceEstimate?
    package var isIndependent: Bool

    package init(
      time: Seconds, truth: Meters, estimate: DistanceEstimate?, isIndependent: Bool = true
    ) {
      self.time = time
      self.truth = truth
      self.estimate = estimate
      self.isIndependent = isIndependent
    }

    var error: Double? { estimate.map { ($0.distance - truth).value } }
  }

  /// One row of the input for zones.
  package struct Row: Sendable, Hashable {
    package var time: Seconds
    package var truth: Meters?
    /// The answer for deciding zones; `nil` if the row has no effect on zones.
    package var estimate: DistanceEstimate?
    package var isIndependent = true
    package var event: ZoneEvent?
    package var radio = Radio.uwb
    /// The range before any correction.
    package var heard: HeardRange?

    package init(
      time: Seconds, truth: Meters? = nil, estimate: DistanceEstimate?, isIndependent: Bool = true,
      event: ZoneEvent? = nil, radio: Radio = .uwb, heard: HeardRange? = nil
    ) {
      self.time = time
      self.truth = truth
      self.estimate = estimate
      self.isIndependent = isIndependent
      self.event = event
      self.radio = radio
      self.heard = heard
    }
  }

  package var points: [Point]
  /// The rows for deciding zones, in the order of time, including rows without truth.
  package var rows: [Row]

  package init(points: [Point]) {
    self.points = points
    rows = points.map {
      Row(time: $0.time, truth: $0.truth, estimate: $0.estimate, isIndependent: $0.isIndependent)
    }
  }

  /// Scores each answer from the rows up to its own row. A `confirming` answer does not count. Rows with a truth of exactly
  /// 0 are not scored, because such a truth marks contact, and antennas are not points.
  package init(
    of estimator: some Estimator, over records: [TraceRecord], from start: Seconds? = nil
  ) {
    self.init(estimator, records, start) { _, _ in nil }
  }

  /// Scores an estimator by its kind, and keeps the ranges that zones use next to its answers.
  package init(
    of kind: EstimatorKind, _ parameters: FusionFilter.Parameters, over records: [TraceRecord],
    from start: Seconds? = nil
  ) {
    self.init(ActiveEstimator(kind, parameters), records, start) { $0.heard($1) }
  }

  private init<Kind: Estimator>(
    _ estimator: Kind, _ records: [TraceRecord], _ start: Seconds?,
    heard: (Kind, Sample) -> HeardRange?
  ) {
    var estimator = estimator
    var repeats = RepeatDetector()
    var duplicates = Duplicates()
    points = []
    rows = []
    points.reserveCapacity(records.count)
    rows.reserveCapacity(records.count)
    for record in records {
      let sample = record.sample
      // As in a pipeline, a row that repeats an earlier row of the same time is not used.
      let isNew = !duplicates.contains(sample)
      if isNew { duplicates.add(sample) }
      let isUsed = isNew && estimator.update(sample)
      let answer = estimator.estimate(at: sample.time)
      let decides = sample.event == nil && isUsed && answer?.radio == sample.radio
      // As in a pipeline, held values are found among the rows that decide zones.
      let isIndependent = decides ? repeats.isIndependent(sample) : true
      let isScored = start.map { sample.time >= $0 } ?? true
      rows.append(
        Row(
          time: sample.time, truth: isScored ? record.zoneTruth : nil,
          estimate: decides ? answer : nil, isIndependent: isIndependent,
          event: sample.event.flatMap { event in
            ZoneEvent(event, isSilent: answer.map { $0.status == .stale } ?? true)
          }, radio: sample.radio, heard: isNew ? heard(estimator, sample) : nil))
      guard let truth = record.truth, truth > 0, sample.isSample(of: sample.radio),
        isScored
      else { continue }
      var estimate = answer
      if estimate?.status == .confirming { estimate = nil }
      points.append(
        Point(time: sample.time, truth: truth, estimate: estimate, isIndependent: isIndependent))
    }
  }
}

extension TraceRecord {
  /// The truth to compare answers with; `nil` if the row has no measurement or no truth.
  package var scoredTruth: Meters? { sample.isScored ? truth : nil }

  /// The truth to compare zones with, including rows without a measurement; `nil` for events.
  package var zoneTruth: Meters? { sample.event == nil ? truth : nil }
}
