internal import Evaluation
internal import Lubdub

/// One run of a tuner.
struct TuningSession {
  /// Steps away from the optimum, as shares of a setting's range.
  static let nearby = [-0.15, -0.05, 0.05, 0.15]

  let task: TuningTask
  let tuner: Tuner
  let all: Evaluator
  let makeEvaluator: ([Trial], [Int], String) -> Evaluator

  init(
    tuner: Tuner, isCancelled: @escaping @Sendable () -> Bool,
    progress: @escaping (Int) -> Void
  ) {
    self.tuner = tuner
    let task = tuner.task
    self.task = task
    let study = tuner.study
    let workers = tuner.workers
    makeEvaluator = { trials, sets, split in
      Evaluator(
        trials, sets: sets, split: split, task: task, study: study, workers: workers,
        progress: progress, isCancelled: isCancelled)
    }
    all = makeEvaluator(task.trials(leavingOut: nil), tuner.sets, "all")
  }

  private static func sum(_ costs: [Double]) -> Double { costs.reduce(0, +) }

  func run() throws -> TuningResult {
    var parts = Parts()
    var isComplete = true
    do {
      try search(&parts)
      for fold in 0..<task.folds { try holdOut(fold, &parts) }
      try lookAround(&parts)
    } catch is TuningInterruption {
      isComplete = false
    }
    return try result(parts, isComplete)
  }

  /// What the session has found so far.
  struct Parts {
    var values: [Double]?
    var front: [TuningResult.FrontPoint] = []
    var folds: [TuningResult.Fold] = []
    var held: [Int: (tuned: Score, normal: Score)] = [:]
    var sensitivities: [TuningResult.Sensitivity] = []
  }

  private func search(_ parts: inout Parts) throws {
    let found = try tuner.search(trials: all.trials.count, seed: 0).run { try all.costs($0, $1) }
    guard let best = found.first else { return }
    guard task.objective.isFront else {
      parts.values = task.space.values(at: best.place)
      return
    }
    let first = ParetoRanking.fronts(found.map(\.costs)).first ?? []
    let ordered = first.map { found[$0] }.sorted { $0.costs.lexicographicallyPrecedes($1.costs) }
    parts.front = ordered.map {
      TuningResult.FrontPoint(values: task.space.values(at: $0.place), costs: $0.costs)
    }
    // Of a front, the point with the least sum of costs is taken.
    parts.values =
      parts.front.min {
        Self.sum($0.costs) < Self.sum($1.costs)
      }?.values
  }

  private func holdOut(_ fold: Int, _ parts: inout Parts) throws {
    let trials = task.trials(leavingOut: fold)
    let training = trials.indices.filter { tuner.parts[$0] != fold }
    let held = trials.indices.filter { tuner.parts[$0] == fold }
    guard !training.isEmpty, !held.isEmpty else { return }
    let name = "fold \(fold + 1)"
    let inner = makeEvaluator(training.map { trials[$0] }, training.map { tuner.sets[$0] }, name)
    let search = tuner.search(trials: training.count, seed: UInt64(fold + 1))
    let found = try search.run { try inner.costs($0, $1) }
    guard let best = found.min(by: { Self.sum($0.costs) < Self.sum($1.costs) }) else {
      return
    }
    let values = task.space.values(at: best.place)
    let outer = makeEvaluator(
      held.map { trials[$0] }, held.map { tuner.sets[$0] }, name + " held out")
    let everything = Array(held.indices)
    let configuration = try task.space.apply(values, to: task.base)
    let scores = try outer.scores(
      [(Evaluator.name(values), configuration), (Evaluator.defaults, task.base)], everything)
    guard let tuned = scores[0], let normal = scores[1] else { return }
    for (place, index) in held.enumerated() { parts.held[index] = (tuned[place], normal[place]) }
    let costs = task.objective.costs(
      outer.summaries(tuned, everything, configuration),
      defaults: outer.summaries(normal, everything, task.base))
    parts.folds.append(
      TuningResult.Fold(
        heldOut: held.map { task.recordings[$0].name }, values: values,
        tunedCost: Self.sum(best.costs) / Double(best.costs.count),
        heldOutCost: Self.sum(costs) / Double(costs.count)))
  }

  private func lookAround(_ parts: inout Parts) throws {
    guard let values = parts.values else { return }
    var found: [TuningResult.Sensitivity] = []
    for (axis, dimension) in task.space.dimensions.enumerated() {
      let center = dimension.place(of: values[axis])
      let steps = Set(Self.nearby.map { dimension.value(at: center + $0) } + [values[axis]])
      let tried = steps.sorted()
      let points = tried.map { value in
        var point = values
        point[axis] = value
        return point
      }
      let costs = try all.costs(ofValues: points, Array(all.trials.indices))
      let sums = costs.map { Self.sum($0) / Double($0.count) }
      let valid = zip(tried, sums).filter { $1 < Double.greatestFiniteMagnitude }
      found.append(
        .init(key: dimension.key, values: valid.map(\.0), costs: valid.map(\.1)))
    }
    parts.sensitivities = found.sorted { ($1.span, $0.key) < ($0.span, $1.key) }
  }
}
