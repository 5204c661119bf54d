/// Runs estimators over recordings with truth and scores them. The benchmark is causal and deterministic.
package struct AccuracyBenchmark: Sendable {
  /// The estimators. Each one is scored only for radios that it supports.
  package var estimators: [EstimatorKind] = EstimatorKind.all
  package var given: [GivenEstimates] = []
  package var source = CalibrationProtocol.leaveOneOut
  package var biasModel = BiasModel.automatic
  package var truthShift = TruthShift.estimated
  package var workers = Workers(1)
  /// The zones for counting changes, and the rules that decide changes by evidence.
  package var zones: ZoneDetector.Parameters
  package var beat: (zones: ZoneDetector.Parameters, intervals: [Seconds?])

  /// The recordings before an NLOS profile moved their ranges, for the intervals; empty if no profile moved any.
  package var unmoved: [Recording] = []

  package init(edges: [Meters] = [0.5, 1, 2, 4, 8]) throws(SettingError) {
    zones = ZoneDetector.Parameters(try Zones(edges: edges))
    beat = (ZoneDetector.Parameters(.eternalLoop), [0.2, 0.5, 1, 2, nil])
  }

  package init(_ configuration: Configuration) {
    zones = configuration.zones
    beat = (configuration.zones, configuration.beatIntervals)
  }

  package func run(
    _ recordings: [Recording], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SettingError) -> AccuracyReport {
    let work = recordings.sets.flatMap { set in
      Calibrator(
        set, source: source, biasModel: biasModel, truthShift: truthShift,
        unmoved: unmoved.isEmpty ? nil : set.map(before)
      ).parts(AccuracyReport.Input.allCases, by: workers)
    }
    let each = estimators.count + given.count
    var groups: [AccuracyReport.Group] = []
    for (index, part) in work.enumerated() {
      groups.append(try score(part) { progress(index * each + $0, work.count * each) })
    }
    return AccuracyReport(groups: groups, source: source, edges: zones.edges)
  }

  /// The recording before an NLOS profile moved its ranges, or the recording itself.
  private func before(_ recording: Recording) -> Recording {
    unmoved.first { $0.dataset == recording.dataset && $0.name == recording.name } ?? recording
  }

  private func score(
    _ part: BenchmarkPart, _ progress: (Int) -> Void
  ) throws(SettingError) -> AccuracyReport.Group {
    let input = part.input
    let aligned = part.recordings.map(\.recording)
    var rows: [AccuracyReport.Row] = []
    for (place, (kind, track)) in makers(for: input).enumerated() {
      progress(place)
      let runs = workers.map(part.recordings) { one in
        Result { () throws(SettingError) -> Run? in
          try track(one).map { track throws(SettingError) in try run(track, of: kind) }
        }
      }
      var scored: [(name: String, run: Run)] = []
      for (run, recording) in zip(runs, aligned) {
        if let run = try run?.get() { scored.append((recording.name, run)) }
      }
      guard var row = row(of: kind, scored, input) else { continue }
      if kind == .fusion, input == .uwb {
        row.consistency = ConsistencyScore(
          part.recordings.map {
            Innovations(of: $0.recording.records, parameters: $0.parameters.range)
          })
      }
      rows.append(row)
    }
    return AccuracyReport.Group(
      dataset: aligned[0].dataset, input: input, recordings: aligned.count,
      isStill: aligned.allSatisfy(\.isStill), truthOffset: part.offset, rows: rows)
  }

  private func makers(
    for input: AccuracyReport.Input
  ) -> [(kind: EstimatorKind, track: @Sendable (Calibrated) -> ScoredTrack?)] {
    let own = estimators.filter(input.suits).map { kind in
      (
        kind,
        { @Sendable (one: Calibrated) in
          ScoredTrack?.some(
            ScoredTrack(of: kind, one.parameters, over: one.recording.records, from: one.start))
        }
      )
    }
    let others = given.map { given in
      (
        EstimatorKind(given.name, radios: Set(Radio.allCases), isBaseline: true) { _ in
          GivenEstimator(answers: [])
        },
        { @Sendable (one: Calibrated) in
          given.estimator(for: one.recording).map {
            ScoredTrack(of: $0, over: one.recording.records, from: one.start)
          }
        }
      )
    }
    return own + others
  }

  private struct Run {
    let track: ScoredTrack
    var zones: [ZoneDecision: ZoneScore] = [:]
    let beat: BeatScore
  }

  private func run(_ track: ScoredTrack, of kind: EstimatorKind) throws(SettingError) -> Run {
    let decision = kind.isBaseline ? ZoneDecision.usual : .evidence
    let beats = try ZoneComparison(of: track, deciding: decision.parameters(beat.zones))
    var run = Run(track: track, beat: beats.beatScore(intervals: beat.intervals))
    for decision in ZoneDecision.allCases where !kind.isBaseline || decision != .evidence {
      run.zones[decision] =
        try ZoneComparison(of: track, deciding: decision.parameters(zones)).score
    }
    return run
  }

  private func row(
    of kind: EstimatorKind, _ runs: [(name: String, run: Run)], _ input: AccuracyReport.Input
  ) -> AccuracyReport.Row? {
    let tracks = runs.map(\.run.track)
    guard let range = RangeScore(averaging: tracks.compactMap { RangeScore($0) }) else {
      return nil
    }
    let lags = tracks.compactMap { $0.lag(within: input == .uwb ? 3 : 20)?.value }
    var decided: [ZoneDecision: ZoneScore] = [:]
    var beat = BeatScore()
    for (_, run) in runs {
      for (decision, score) in run.zones { decided[decision, default: ZoneScore()].add(score) }
      beat.add(run.beat)
    }
    return AccuracyReport.Row(
      estimator: kind, recordings: runs.count, range: range,
      following: FollowingScore(averaging: tracks.compactMap { FollowingScore($0) }),
      lag: Statistics.median(lags).map { Seconds($0) }, zones: decided, beat: beat,
      consistency: nil, errors: ErrorCourses(runs.map { ($0.name, $0.run.track) }))
  }
}
