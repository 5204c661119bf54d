// The scores of an estimator
//
// Conventions: Distances are in meters, times in seconds on the clock of the rows. An error is the estimate minus the
// truth, so that a positive bias reads too far. A score takes a `ScoredTrack`: the answers of one estimator along one
// recording, each resting on the rows up to its own. A row without an answer is counted as unanswered, and has no error.
// A truth of 0 is contact, which counts for zones alone. The figures of a set are means over its recordings; the largest
// error is the largest of all, and bias and lag are medians.
//
// Scores: `RangeScore` has the size of errors and the coverage of intervals, `FollowingScore` whether an estimate follows
// at all, `lag(within:)` how late it is, `ConsistencyScore` whether a filter knows its own noise, `HandOverScore` what
// outages of ultra-wideband cost, `RestScore` how often a zone flaps on its edge, and `ErrorCourses` the errors over
// distance and time. What a person feels is scored by `ZoneScore` and `BeatScore` of LubdubRuns, for all commands
// alike. docs/reference/scores.md defines every figure.
//
// Sources: Mehra, "On the identification of variances and adaptive Kalman filtering" (1970), and Bar-Shalom, Li,
// Kirubarajan, "Estimation with applications to tracking and navigation" (2001), section 5.4, for innovations; Spearman,
// "The proof and measurement of association between two things" (1904), for ranks; Hyndman, Fan, "Sample quantiles in
// statistical packages" (1996), definition 7, for quantiles. Baselines name the program that they follow.

/// The answers of an estimator along a recording, beside the truth.
package struct ScoredTrack: Sendable, Hashable {
  package struct Point: Sendable, Hashable {
    package var time: Seconds
    package var truth: Meters
    /// The answer; `nil` when there was none, or none that the estimator stands by.
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

  /// One row as zones see it.
  package struct Row: Sendable, Hashable {
    package var time: Seconds
    package var truth: Meters?
    /// The answer that zones are decided on; `nil` where the row decides nothing.
    package var estimate: DistanceEstimate?
    package var isIndependent = true
    package var event: ZoneEvent?
    package var radio = Radio.uwb
    /// The range as it was read.
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
  /// The rows that zones are decided on, in the order of time; rows without truth among them.
  package var rows: [Row]

  package init(points: [Point]) {
    self.points = points
    rows = points.map {
      Row(time: $0.time, truth: $0.truth, estimate: $0.estimate, isIndependent: $0.isIndependent)
    }
  }

  /// An answer rests on the rows up to its own; one that is `confirming` is none. Rows whose truth is exactly 0 are
  /// not scored: recordings say so for contact, where antennas are no points.
  package init(
    of estimator: some Estimator, over records: [TraceRecord], from start: Seconds? = nil
  ) {
    self.init(estimator, records, start) { _, _ in nil }
  }

  /// The same of an estimator by its kind, with what zones hear beside its answers.
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
      // As in a pipeline, a row that says the same at the same time is not heard again.
      let isNew = !duplicates.contains(sample)
      if isNew { duplicates.add(sample) }
      let isUsed = isNew && estimator.update(sample)
      let answer = estimator.estimate(at: sample.time)
      let decides = sample.event == nil && isUsed && answer?.radio == sample.radio
      // Held values are kept apart among those that decide, as a pipeline does it.
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
  /// The truth that answers are compared with: that of a measurement; `nil` where there is none.
  package var scoredTruth: Meters? { sample.isScored ? truth : nil }

  /// The truth that zones are compared with: also that of a row where nothing was measured.
  package var zoneTruth: Meters? { sample.event == nil ? truth : nil }
}
