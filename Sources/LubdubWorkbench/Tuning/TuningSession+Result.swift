// MARK: - The result

extension TuningSession {
  func result(_ found: Findings, _ all: Evaluator, _ isComplete: Bool) throws -> TuningResult {
    let datasets = compare(found, all)
    return TuningResult(
      task: task, isComplete: isComplete, configuration: try task.configuration(found.values),
      values: found.values, cost: Statistics.mean(datasets.map(\.tunedCost)) ?? 1,
      datasets: datasets,
      groups: zip(groups, found.groups).map { group, own in
        TuningResult.Group(
          radios: group.radios, keys: group.dimensions.map { task.space.dimensions[$0].key },
          idle: own.idle.map { task.space.dimensions[$0].key }, restarts: own.restarts,
          least: own.least, step: own.step, steps: own.steps)
      },
      folds: folds(found, all.trials), sensitivities: found.sensitivities,
      importances: try importances(all), front: found.groups.flatMap(\.front),
      heldOutInterval: heldOutInterval(found, all.trials), recordings: recordingScores(found, all),
      warnings: warnings(datasets, found, all, isComplete))
  }

  /// Empty when the search was interrupted before it had any of it.
  private func compare(_ found: Findings, _ all: Evaluator) -> [TuningResult.Dataset] {
    let everything = Array(all.trials.indices)
    let normal = everything.compactMap { known(nil, $0, found, all) }
    let tuned = everything.compactMap { known(found.values, $0, found, all) }
    guard normal.count == everything.count, tuned.count == everything.count else { return [] }
    let cost = task.base.estimator.nominalCost
    let tunedCost =
      (try? task.space.apply(found.values, to: task.base))?.estimator.nominalCost ?? cost
    var held: [Int: (tuned: Summary, normal: Summary)] = [:]
    for index in groups.indices {
      for one in found.nested(index, task, all.trials).sets {
        held[one.set] = (one.tuned, one.normal)
      }
    }
    let (after, before) = (
      summaries(tuned, all, cost: tunedCost), summaries(normal, all, cost: cost)
    )
    let bare = uncalibrated().map { summaries($0, all, cost: cost) }
    return task.datasets.indices.map { set in
      TuningResult.Dataset(
        name: task.datasets[set], recordings: tuner.sets.count { $0 == set }, tuned: after[set],
        defaults: before[set], uncalibrated: bare?[set], heldOut: held[set]?.tuned,
        heldOutDefaults: held[set]?.normal, baselines: found.baselines[set] ?? [],
        tunedCost: task.objective.ratio(after[set], before[set]),
        heldOutCost: held[set].map { task.objective.ratio($0.tuned, $0.normal) })
    }
  }

  /// What the settings before score without the calibration that is shipped, which is of one data set.
  private func uncalibrated() -> [Score]? {
    guard task.shipsCalibration else { return nil }
    let scores = tuner.workers.map(task.recordings) { [base = task.base] recording in
      try? Trial(recording, edges: base.zones.edges).score(base)
    }.compactMap { $0.flatMap(\.self) }
    return scores.count == task.recordings.count ? scores : nil
  }

  /// The 95 % interval of the held-out cost of all groups together; `nil` where it is not known.
  private func heldOutInterval(_ found: Findings, _ trials: [Trial]) -> ClosedRange<Double>? {
    var all = HeldOut(cost: task.base.estimator.nominalCost)
    for index in groups.indices { all.entries += found.nested(index, task, trials).entries }
    return all.interval(task.objective)
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
    var score = all.known(values, trial)
    if found.intervals.indices.contains(trial) {
      let pair = found.intervals[trial]
      score?.intervals = values == nil ? pair.before : pair.tuned
    }
    return score
  }

  private func folds(_ found: Findings, _ trials: [Trial]) -> [TuningResult.Fold] {
    groups.indices.flatMap { index in
      found.groups[index].folds.map { fold in
        var alone = found
        alone.groups[index].folds = [fold]
        let step = found.taken(index)
        let cost = alone.heldOut(index, task, trials) { _ in step }.cost(task.objective)
        return TuningResult.Fold(
          radios: groups[index].radios, heldOut: fold.held.map { task.recordings[$0].name },
          values: fold.values, tunedCost: fold.tunedCost, heldOutCost: cost ?? 1)
      }
    }
  }

  // MARK: - What others use

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
        let candidate = ("baseline \(kind.name)", usual(kind))
        guard let scores = try all.scores([candidate], own)[0] else { continue }
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

  // MARK: - What to beware of

  private func warnings(
    _ datasets: [TuningResult.Dataset], _ found: Findings, _ all: Evaluator, _ isComplete: Bool
  ) -> [String] {
    var warnings: [String] = []
    if !isComplete {
      warnings.append("the search was interrupted; this is the best so far, and not held out")
    } else if task.folds == 0 {
      warnings.append(
        "nothing was held out: two folds or more over several sessions would check the gain")
    }
    for (group, own) in zip(groups, found.groups) where isComplete && !own.steps.isEmpty {
      if own.step == 0 {
        warnings.append(
          "\(group.name): the gain does not hold out, not even a quarter of the way; the settings "
            + "before are kept")
      } else if own.step < 1 {
        warnings.append(
          "\(group.name): the whole gain does not hold out; settings go "
            + "\(Self.percent(own.step)) of the way to what was found")
      }
    }
    if isComplete, task.isGainOpen(found.groups.map(\.step)),
      let interval = heldOutInterval(found, all.trials), interval.contains(1)
    {
      warnings.append(
        "no gain beyond luck: on sessions that were held out, the 95 % interval of the cost "
          + "is \(Self.number(interval.lowerBound)) to \(Self.number(interval.upperBound))")
    }
    warnings += datasets.filter { $0.isContent }.map { set in
      "\(set.name): the tuned settings follow next to no change of zone, and are content with never changing"
    }
    for set in datasets {
      guard let cost = set.heldOutCost, cost >= 1, set.tunedCost < 0.98 else { continue }
      warnings.append("\(set.name): the gain does not hold out")
    }
    return warnings + unmeasured(datasets) + Self.laterContact(datasets, task.objective)
      + scattered(found) + bordering(found.values) + lacking(all)
  }

  /// Searches whose seeds end at least as far apart as what is gained.
  private func scattered(_ found: Findings) -> [String] {
    zip(groups, found.groups).compactMap { group, own in
      own.scatter.map { spread, gain in
        "\(group.name): other seeds end \(Self.percent(spread)) apart, and the gain is "
          + "\(Self.percent(gain)): it may be chance; a larger budget shows"
      }
    }
  }

  /// Values that ended where their range does: the best may lie outside.
  private func bordering(_ values: [Double]) -> [String] {
    task.space.dimensions.indices.compactMap { axis in
      let dimension = task.space.dimensions[axis]
      guard dimension.words.isEmpty, values[axis] != start[axis] else { return nil }
      let place = dimension.place(of: values[axis])
      guard place < 0.01 || place > 0.99 else { return nil }
      return "\(dimension.key) ends at the border of its range, "
        + "\(SettingValue.text(values[axis])); the best may lie beyond"
    }
  }

  /// What was asked for by name, and no recording has anything to measure it on.
  private func unmeasured(_ datasets: [TuningResult.Dataset]) -> [String] {
    guard task.objective.terms != Objective.balanced.terms, !datasets.isEmpty else { return [] }
    return task.objective.terms.compactMap { term in
      guard datasets.allSatisfy({ $0.defaults.value(of: term) == nil }) else { return nil }
      return "\(term.name): no recording \(term.measure.ground); by it, all settings are the same"
    }
  }

  /// Contact that is felt later than before, where the objective does not ask for it.
  static func laterContact(_ datasets: [TuningResult.Dataset], _ objective: Objective) -> [String] {
    guard !objective.asksForContact else { return [] }
    return datasets.compactMap { set in
      guard let tuned = set.tuned.value(of: .lateContact),
        let before = set.defaults.value(of: .lateContact), tuned - before >= 0.01
      else { return nil }
      return "\(set.name): \(percent(1 - tuned)) of the contacts are felt within 1 s, "
        + "\(percent(1 - before)) before; the objective does not ask for late-contact"
    }
  }

  /// Kinds of motion that zones are decided for and that no recording has.
  private func lacking(_ all: Evaluator) -> [String] {
    let keys = task.space.dimensions.map(\.key)
    guard keys.contains(where: { $0.hasPrefix("zones.") }) else { return [] }
    let edges = task.base.zones.edges
    let rests = task.recordings.indices.contains { all.known(nil, $0)?.restTime ?? 0 > 0 }
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
        "true zones stay cut at your zones.edges: where an edge moves, a device that rests between the old and the new "
          + "one is in the wrong zone")
    }
    if !rests {
      warnings.append(
        "no recording rests for half a minute, so nothing shows how calm the zones are at rest")
    }
    if !turns {
      warnings.append("no recording comes near and goes again, so nothing shows walks past")
    }
    if task.isCalibrated, !task.keepsCalibration, task.datasets.count > 1 {
      warnings.append(
        "\(task.datasets.count) data sets have no calibration in common: the result has none")
    }
    return warnings
  }

  private static func number(_ value: Double) -> String {
    SettingValue.text((value * 1000).rounded() / 1000)
  }

  private static func percent(_ share: Double) -> String {
    "\(SettingValue.text((share * 1000).rounded() / 10)) %"
  }
}
