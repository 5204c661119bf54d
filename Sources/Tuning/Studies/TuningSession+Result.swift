internal import Baselines
internal import Evaluation
internal import Lubdub

// MARK: - The result

extension TuningSession {
  func result(_ found: Findings, _ all: Evaluator, _ isComplete: Bool) throws -> TuningResult {
    let datasets = compare(found, all)
    let costs = datasets.map(\.tunedCost)
    let result = TuningResult(
      task: task, isComplete: isComplete, configuration: try configuration(found.values),
      values: found.values,
      cost: costs.isEmpty ? 1 : costs.reduce(0, +) / Double(costs.count), datasets: datasets,
      groups: zip(groups, found.groups).map { group, own in
        TuningResult.Group(
          radios: group.radios, keys: group.dimensions.map { task.space.dimensions[$0].key },
          step: own.step, steps: own.steps)
      },
      folds: folds(found, all.trials), sensitivities: found.sensitivities,
      front: found.groups.flatMap(\.front), warnings: warnings(datasets, found, isComplete))
    try tuner.study.note("result", Evaluator.name(result.values))
    return result
  }

  /// The values on top of the defaults, with the calibration if one is shipped.
  private func configuration(_ values: [Double]) throws -> Configuration {
    var configuration = try task.space.apply(values, to: task.base)
    if let calibration = task.shippedCalibration {
      configuration.ranging.range.bias = calibration.range.bias
      configuration.ranging.range.calibrationDeviation = calibration.range.calibrationDeviation
      configuration.ranging.signal.pathLoss = calibration.signal.pathLoss
      configuration.ranging.signal.trust = calibration.signal.trust
      configuration.ranging.signal.typicalDistance = calibration.signal.typicalDistance
    }
    return configuration
  }

  /// Every data set with the tuned settings, the defaults and what others use. Empty when the search
  /// was interrupted before it had any of it.
  private func compare(_ found: Findings, _ all: Evaluator) -> [TuningResult.Dataset] {
    let everything = Array(all.trials.indices)
    let normal = everything.compactMap { known(nil, $0) }
    let tuned = everything.compactMap { known(found.values, $0) }
    guard normal.count == everything.count, tuned.count == everything.count else { return [] }
    let cost = task.base.estimator.nominalCost
    let tunedCost =
      (try? task.space.apply(found.values, to: task.base))?.estimator.nominalCost ?? cost
    var held: [Int: (tuned: Summary, normal: Summary)] = [:]
    for index in groups.indices {
      for one in found.heldOut(index, step: found.taken(index), task, all.trials) {
        held[one.set] = (one.tuned, one.normal)
      }
    }
    return task.datasets.indices.map { set in
      let own = everything.filter { tuner.sets[$0] == set }
      let hasRanges = own.map { all.trials[$0].hasRanges }
      let one = Summary(own.map { tuned[$0] }, hasRanges: hasRanges, cost: tunedCost)
      let other = Summary(own.map { normal[$0] }, hasRanges: hasRanges, cost: cost)
      return TuningResult.Dataset(
        name: task.datasets[set], recordings: own.count, tuned: one, defaults: other,
        heldOut: held[set]?.tuned, heldOutDefaults: held[set]?.normal,
        baselines: found.baselines[set] ?? [],
        tunedCost: task.objective.ratio(one, other),
        heldOutCost: held[set].map { task.objective.ratio($0.tuned, $0.normal) })
    }
  }

  private func known(_ values: [Double]?, _ trial: Int) -> Score? {
    let name = values.map(Evaluator.name) ?? Evaluator.defaults
    return tuner.study[Study.Key(split: "all", trial: trial, point: name)] ?? nil
  }

  private func folds(_ found: Findings, _ trials: [Trial]) -> [TuningResult.Fold] {
    groups.indices.flatMap { index in
      found.groups[index].folds.map { fold in
        var alone = found
        alone.groups[index].folds = [fold]
        let ratios = alone.heldOut(index, step: found.taken(index), task, trials).map {
          task.objective.ratio($0.tuned, $0.normal)
        }
        return TuningResult.Fold(
          radios: groups[index].radios, heldOut: fold.held.map { task.recordings[$0].name },
          values: fold.values, tunedCost: fold.tunedCost,
          heldOutCost: ratios.reduce(0, +) / Double(max(1, ratios.count)))
      }
    }
  }
}

// MARK: - What others use

extension TuningSession {
  /// Estimators for ranges, and for signal strength alone.
  private static func baselines(hasRanges: Bool) -> [EstimatorKind] {
    hasRanges
      ? [.medianOfThree, .oneEuro, .gatedConstantVelocity]
      : [.signalTrimmedMean, .signalKalmanRoomAssistant, .signalMedianOfThree]
  }

  /// What others score on each data set, with the usual margin and dwell.
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
    configuration.zones.uwb = configuration.zones.uwb.withMargin(10, samples: 1)
    configuration.zones.rssi = configuration.zones.rssi.withMargin(10, samples: 1)
    return configuration
  }
}

// MARK: - What to beware of

extension TuningSession {
  private func warnings(
    _ datasets: [TuningResult.Dataset], _ found: Findings, _ isComplete: Bool
  ) -> [String] {
    var warnings: [String] = []
    if !isComplete {
      warnings.append("the search was interrupted; this is the best so far, and not held out")
    } else if task.folds == 0 {
      warnings.append(
        "nothing was held out: with recordings of at least two sessions the gain can be checked")
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
    for set in datasets {
      guard let cost = set.heldOutCost, cost >= 1, set.tunedCost < 0.98 else { continue }
      warnings.append("\(set.name): the gain does not hold out")
    }
    return warnings
  }

  /// A share as per cent with one decimal.
  private static func percent(_ share: Double) -> String {
    "\(SettingValue.text((share * 1000).rounded() / 10)) %"
  }
}
