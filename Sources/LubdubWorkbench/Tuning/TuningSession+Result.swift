// MARK: - The result

extension TuningSession {
  func result(_ found: Findings, _ all: Evaluator, _ isComplete: Bool) throws -> TuningResult {
    let datasets = compare(found, all)
    let (calibration, tuned) = (
      task.shippedCalibration, try task.space.apply(found.values, to: task.base)
    )
    return TuningResult(
      task: task, isComplete: isComplete, calibration: calibration,
      configuration: calibration.map { Trial.calibrated(tuned, $0) } ?? tuned,
      values: found.values, cost: Statistics.mean(datasets.map(\.tunedCost)) ?? 1,
      datasets: datasets,
      groups: zip(groups, found.groups).map { group, own in
        TuningResult.Group(
          radios: group.radios, keys: group.dimensions.map { task.space.dimensions[$0].key },
          idle: own.idle.map { task.space.dimensions[$0].key }, restarts: own.restarts,
          least: own.least, test: own.test, rows: own.rows)
      },
      sensitivities: found.sensitivities,
      importances: try importances(all, found), front: found.groups.flatMap(\.front),
      recordings: recordingScores(found, all),
      warnings: warnings(datasets, found, all, isComplete))
  }

  /// The comparison on each data set; empty if the search was interrupted before all scores were known.
  private func compare(_ found: Findings, _ all: Evaluator) -> [TuningResult.Dataset] {
    let everything = Array(all.trials.indices)
    let normal = everything.compactMap { known(nil, $0, found, all) }
    let tuned = everything.compactMap { known(found.values, $0, found, all) }
    guard normal.count == everything.count, tuned.count == everything.count else { return [] }
    let cost = task.base.estimator.nominalCost
    let tunedCost =
      (try? task.space.apply(found.values, to: task.base))?.estimator.nominalCost ?? cost
    let left = found.groups.flatMap(\.heldOut).grouped { $0.set }
    let held = Dictionary(
      uniqueKeysWithValues: left.map { ($0, Summary($1.map(\.tally), cost: tunedCost)) })
    let (after, before) = (
      summaries(tuned, all, cost: tunedCost), summaries(normal, all, cost: cost)
    )
    let bare = uncalibrated().map { summaries($0, all, cost: cost) }
    return task.datasets.indices.map { set in
      TuningResult.Dataset(
        name: task.datasets[set], recordings: tuner.sets.count { $0 == set }, tuned: after[set],
        defaults: before[set], uncalibrated: bare?[set], heldOut: held[set],
        baselines: found.baselines[set] ?? [],
        tunedCost: task.objective.ratio(after[set], before[set]),
        heldOutCost: held[set].map { task.objective.ratio($0, before[set]) })
    }
  }

  /// The scores of the initial settings without the shipped calibration, which belongs to one data set.
  private func uncalibrated() -> [Score]? {
    guard task.shipsCalibration else { return nil }
    let scores = tuner.workers.map(task.recordings) { [base = task.base] recording in
      try? Trial(recording, edges: base.zones.edges).score(base)
    }.compactMap { $0.flatMap(\.self) }
    return scores.count == task.recordings.count ? scores : nil
  }

  private func recordingScores(
    _ found: Findings, _ all: Evaluator
  ) -> [(recording: String, settings: String, score: Score)] {
    task.recordings.indices.flatMap { index -> [(String, String, Score)] in
      guard let before = known(nil, index, found, all),
        let tuned = known(found.values, index, found, all)
      else { return [] }
      let place = task.recordings[index].place
      return [(place, "before", before), (place, "tuned", tuned)]
    }
  }

  private func known(
    _ values: [Double]?, _ trial: Int, _ found: Findings, _ all: Evaluator
  ) -> Score? {
    var score = all.score(values.map(Evaluator.name) ?? Evaluator.defaults, trial)
    if found.intervals.indices.contains(trial) {
      let pair = found.intervals[trial]
      score?.intervals = values == nil ? pair.before : pair.tuned
    }
    return score
  }

  // MARK: - Usual baselines

  private static func baselines(hasRanges: Bool) -> [EstimatorKind] {
    hasRanges
      ? [.medianOfThree, .oneEuro, .gatedConstantVelocity]
      : [.signalTrimmedMean, .signalKalmanRoomAssistant, .signalMedianOfThree]
  }

  func baselineScores(
    _ all: Evaluator
  ) throws -> [Int: [(estimator: EstimatorKind, summary: Summary)]] {
    var result: [Int: [(estimator: EstimatorKind, summary: Summary)]] = [:]
    for set in task.datasets.indices {
      let own = all.trials.indices.filter { tuner.sets[$0] == set }
      let hasRanges = own.map { all.trials[$0].hasRanges }
      for kind in Self.baselines(hasRanges: hasRanges.contains(true)) {
        guard let scores = try all.scores("baseline \(kind.name)", usual(kind), own) else {
          continue
        }
        result[set, default: []].append(
          (kind, Summary(scores, hasRanges: hasRanges, cost: kind.nominalCost)))
      }
    }
    return result
  }

  private func usual(_ kind: EstimatorKind) -> Configuration {
    var configuration = task.base
    configuration.estimator = kind
    let zones = configuration.zones
    configuration.zones.range = zones.range.withHysteresis(10, samples: 1)
    configuration.zones.rssi = zones.rssi.withHysteresis(10, samples: 1)
    return configuration
  }

  // MARK: - Warnings

  private func warnings(
    _ datasets: [TuningResult.Dataset], _ found: Findings, _ all: Evaluator, _ isComplete: Bool
  ) -> [String] {
    var warnings: [String] = []
    if !isComplete { warnings.append("the search was interrupted; this is the best so far") }
    warnings += datasets.filter { $0.isContent }.map { set in
      "\(set.name): the tuned settings follow almost no change of zone"
    }
    return warnings + unmeasured(datasets) + bordering(found.values) + lacking(all)
  }

  /// Notes on values at the border of their range, because the best value may be outside.
  private func bordering(_ values: [Double]) -> [String] {
    task.space.dimensions.indices.compactMap { axis in
      let dimension = task.space.dimensions[axis]
      guard dimension.words.isEmpty, values[axis] != start[axis] else { return nil }
      let place = dimension.place(of: values[axis])
      guard place < 0.01 || place > 0.99 else { return nil }
      return "\(dimension.key) ends at the border of its range, "
        + "\(SettingValue.text(values[axis])); the best value may be beyond"
    }
  }

  /// Notes on requested terms that no recording can show.
  private func unmeasured(_ datasets: [TuningResult.Dataset]) -> [String] {
    guard task.objective.terms != Objective.balanced.terms, !datasets.isEmpty else { return [] }
    return task.objective.terms.compactMap { term in
      guard datasets.allSatisfy({ $0.defaults.value(of: term) == nil }) else { return nil }
      return "\(term.name): no recording \(term.measure.ground), so it rates all settings equally"
    }
  }

  /// Notes on kinds of motion that zones need and no recording has.
  private func lacking(_ all: Evaluator) -> [String] {
    let keys = task.space.dimensions.map(\.key)
    guard keys.contains(where: { $0.hasPrefix("zones.") }) else { return [] }
    let edges = task.base.zones.edges
    let rests = task.recordings.indices.contains {
      all.score(Evaluator.defaults, $0)?.restTime ?? 0 > 0
    }
    let turns = task.recordings.contains { recording in
      let zones = recording.records.compactMap(\.scoredTruth).map { truth in
        edges.count { $0 <= truth }
      }
      let nearest = zones.min() ?? 0
      return (zones.first ?? 0) > nearest && (zones.last ?? 0) > nearest
    }
    var warnings: [String] = []
    if keys.contains(where: { $0.hasPrefix("zones.edges") }) {
      warnings.append(
        "true zones keep your zones.edges: if an edge moves, a device at rest between the old and the new "
          + "edge is in the wrong zone")
    }
    if !rests {
      warnings.append(
        "no recording rests for half a minute, so the calm of the zones at rest is not measured")
    }
    if !turns {
      warnings.append("no recording approaches and leaves again, so walks past are not measured")
    }
    if task.isCalibrated, !task.keepsCalibration, task.datasets.count > 1 {
      warnings.append(
        "\(task.datasets.count) data sets share no calibration, so the result has none")
    }
    return warnings
  }
}
