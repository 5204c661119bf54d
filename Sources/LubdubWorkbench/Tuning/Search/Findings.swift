struct Findings {
  struct Group {
    var values: [Double]
    var front: [TuningResult.FrontPoint] = []
    /// Settings that move nothing and were not searched.
    var idle: [Int] = []
    var restarts: [Double] = []
    var least = 1.0
    var folds: [Fold] = []
    /// How far towards `values` the tuned settings go.
    var step = 1.0
    var steps: [TuningResult.Step] = []

    /// The spread between the results of the seeds, and the gain; `nil` where the gain is larger, or there is none.
    var scatter: (spread: Double, gain: Double)? {
      guard step > 0, let low = restarts.min(), let high = restarts.max(), low < 1 else {
        return nil
      }
      let spread = high - low
      let gain = 1 - (steps.first { $0.length == step }?.heldOutCost ?? low)
      return spread >= gain ? (spread, gain) : nil
    }
  }

  struct Fold {
    let held: [Int]
    let values: [Double]
    let tunedCost: Double
    /// Scores on what was held out: one list for each step.
    let tuned: [[Score]]
    let normal: [Score]
  }

  var groups: [Group]
  var values: [Double]
  var sensitivities: [TuningResult.Sensitivity] = []
  var baselines: [Int: [(estimator: EstimatorKind, summary: Summary)]] = [:]
  var intervals: [(before: IntervalScore, tuned: IntervalScore)] = []

  init(start: [Double], groups: [TuningGroup]) {
    values = start
    self.groups = groups.map { _ in Group(values: start) }
  }

  // MARK: - How far to go

  /// No data set may lose more than this on recordings that were held out.
  static let mostLoss = 0.02
  /// A mean gain on held-out recordings that is smaller than this is none.
  static let leastGain = 0.001

  /// Takes the step with the least held-out cost with which no data set loses more than `mostLoss`, or none.
  mutating func chooseStep(_ index: Int, _ task: TuningTask, _ trials: [Trial]) {
    guard !groups[index].folds.isEmpty else { return }
    groups[index].steps = TuningSession.steps.indices.map { place in
      let ratios = heldOut(index, task, trials) { _ in place }.sets.map {
        task.objective.ratio($0.tuned, $0.normal)
      }
      return TuningResult.Step(
        length: TuningSession.steps[place],
        heldOutCost: ratios.reduce(0, +) / Double(max(1, ratios.count)),
        worstCost: ratios.max() ?? 1)
    }
    let best = groups[index].steps
      .filter { $0.worstCost <= 1 + Self.mostLoss && $0.heldOutCost < 1 - Self.leastGain }
      .min { $0.heldOutCost < $1.heldOutCost }
    groups[index].step = best?.length ?? 0
  }

  mutating func settle(_ space: ParameterSpace, _ list: [TuningGroup], _ start: [Double]) {
    for (group, found) in zip(list, groups) {
      let reached = space.values(from: start, to: found.values, step: found.step)
      for axis in group.dimensions { values[axis] = reached[axis] }
    }
  }

  /// The place of the step that a group takes; `nil` when it stays with the defaults.
  func taken(_ index: Int) -> Int? { TuningSession.steps.firstIndex(of: groups[index].step) }
}
