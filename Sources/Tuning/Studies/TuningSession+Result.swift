internal import Evaluation
internal import Lubdub

// MARK: - The result

extension TuningSession {
  func result(_ parts: Parts, _ isComplete: Bool) throws -> TuningResult {
    let values = parts.values ?? all.best?.values
    var configuration = task.base
    if let values { configuration = try task.space.apply(values, to: task.base) }
    let tuned = all.trials.indices.map { known(values, $0) }
    let datasets =
      tuned.contains { $0 == nil }
      ? [] : compare(configuration, tuned.compactMap { $0 }, parts.held, isComplete)
    if let calibration = task.shippedCalibration {
      configuration.ranging.range.bias = calibration.range.bias
      configuration.ranging.range.calibrationDeviation = calibration.range.calibrationDeviation
      configuration.ranging.signal.pathLoss = calibration.signal.pathLoss
      configuration.ranging.signal.trust = calibration.signal.trust
      configuration.ranging.signal.typicalDistance = calibration.signal.typicalDistance
    }
    let costs = datasets.map(\.tunedCost)
    let result = TuningResult(
      task: task, isComplete: isComplete, configuration: configuration, values: values ?? [],
      cost: costs.isEmpty ? 1 : costs.reduce(0, +) / Double(costs.count), datasets: datasets,
      folds: parts.folds, sensitivities: parts.sensitivities, front: parts.front,
      warnings: warnings(datasets, isComplete))
    try tuner.study.note("result", Evaluator.name(result.values))
    return result
  }

  private func known(_ values: [Double]?, _ trial: Int) -> Score? {
    let name = values.map(Evaluator.name) ?? Evaluator.defaults
    return tuner.study[Study.Key(split: "all", trial: trial, point: name)] ?? nil
  }

  private func compare(
    _ configuration: Configuration, _ tuned: [Score],
    _ held: [Int: (tuned: Score, normal: Score)], _ isComplete: Bool
  ) -> [TuningResult.Dataset] {
    let everything = Array(all.trials.indices)
    let normal = everything.compactMap { known(nil, $0) }
    guard normal.count == everything.count else { return [] }
    let others = isComplete ? baselineScores() : []
    let sums = all.summaries(tuned, everything, configuration)
    let normals = all.summaries(normal, everything, task.base)
    return task.datasets.indices.map { set in
      let own = everything.filter { tuner.sets[$0] == set }
      let kept = own.filter { held[$0] != nil }
      let isHeldOut = !kept.isEmpty
      func summary(_ path: KeyPath<(tuned: Score, normal: Score), Score>) -> Summary? {
        guard isHeldOut else { return nil }
        return Summary(
          kept.compactMap { held[$0]?[keyPath: path] },
          hasRanges: kept.map { all.trials[$0].hasRanges },
          cost: configuration.estimator.nominalCost)
      }
      let (outer, outerNormal) = (summary(\.tuned), summary(\.normal))
      return TuningResult.Dataset(
        name: task.datasets[set], recordings: own.count, tuned: sums[set],
        defaults: normals[set], heldOut: outer, heldOutDefaults: outerNormal,
        baselines: others.map { ($0.kind, $0.summaries[set]) },
        tunedCost: Objective.ratio(sums[set], normals[set], task.objective.terms),
        heldOutCost: outer.flatMap { one in
          outerNormal.map { Objective.ratio(one, $0, task.objective.terms) }
        })
    }
  }

  private static let decisions:
    [any WritableKeyPath<ZoneSettings, ZoneSettings.Decision> & Sendable] = [\.uwb, \.rssi]

  /// What others use, with the usual margin and dwell.
  private func baselineScores() -> [(kind: EstimatorKind, summaries: [Summary])] {
    let hasRanges = all.trials.contains { $0.hasRanges }
    let kinds: [EstimatorKind] =
      hasRanges
      ? [.medianOfThree, .oneEuro, .gatedConstantVelocity]
      : [.signalTrimmedMean, .signalKalmanRoomAssistant, .signalMedianOfThree]
    let everything = Array(all.trials.indices)
    return kinds.compactMap { kind in
      var configuration = task.base
      configuration.estimator = kind
      for path in Self.decisions {
        configuration.zones[keyPath: path].rule = .hysteresis
        configuration.zones[keyPath: path].margin = [10]
        configuration.zones[keyPath: path].marginUnit = .percent
        configuration.zones[keyPath: path].dwell = [0.5]
        configuration.zones[keyPath: path].settle = [0]
        configuration.zones[keyPath: path].minimumSamples = 1
      }
      let name = "baseline \(kind.rawValue)"
      guard let scores = try? all.scores([(name, configuration)], everything)[0] else {
        return nil
      }
      return (kind, all.summaries(scores, everything, configuration))
    }
  }

  private func warnings(_ datasets: [TuningResult.Dataset], _ isComplete: Bool) -> [String] {
    var warnings: [String] = []
    if !isComplete {
      warnings.append("the search was interrupted; this is the best so far, and not held out")
    } else if task.folds == 0 {
      warnings.append(
        "nothing was held out: with recordings of at least two sessions the gain can be checked")
    }
    for set in datasets {
      guard let cost = set.heldOutCost else { continue }
      let percent = Self.percent(cost - 1)
      if cost > 1.02 {
        warnings.append(
          "\(set.name): on recordings that were held out, tuned settings are \(percent) worse than "
            + "those that the search began with")
      } else if cost >= 1, set.tunedCost < 0.98 {
        warnings.append("\(set.name): the gain does not hold out")
      }
    }
    return warnings
  }

  /// A share as per cent with one decimal.
  private static func percent(_ share: Double) -> String {
    "\(Setting.text((share * 1000).rounded() / 10)) %"
  }
}
