struct TuningSession {
  /// The steps away from the optimum, as shares of a setting's range.
  static let nearby = [-0.15, -0.05, 0.05, 0.15]
  /// The seeds of the searches. Each search leaves out a part of the sessions.
  static let seeds: [UInt64] = [0, 1_000_003, 2_000_003]
  /// The largest share of the whole gain that restoring settings may cost.
  static let leastShare = 0.02

  let tuner: Tuner
  let progress: (Int) -> Void
  let isCancelled: @Sendable () -> Bool

  var task: TuningTask { tuner.task }
  var groups: [TuningGroup] { tuner.groups }
  var start: [Double] { tuner.start }

  func run() throws -> TuningResult {
    let all = try Evaluator(self)
    var found = Findings(start: start, groups: groups)
    var isComplete = true
    do {
      try requireMeasured(all)
      for index in groups.indices { try search(index, all, &found) }
      found.settle(groups)
      try lookAround(all, &found)
      decide(all, &found)
      try score(all, &found)
    } catch is TuningInterruption {
      isComplete = false
      all.isEnding = true
      decide(all, &found)
      if all.score(Evaluator.defaults, 0) != nil {
        _ = try all.scores(of: found.values, Array(task.recordings.indices))
      }
    }
    return try result(found, all, isComplete)
  }

  private func requireMeasured(_ all: Evaluator) throws {
    let everything = Array(task.recordings.indices)
    let scores = try all.defaultScores(everything)
    guard scores.count == everything.count else { return }
    let summaries = summaries(scores, all, cost: task.base.estimator.nominalCost)
    if let error = UnmeasuredObjective(task.objective, on: summaries) { throw error }
  }

  /// The sums of the scores of all recordings, by data set.
  func summaries(_ scores: [Score], _ all: Evaluator, cost: Double) -> [Summary] {
    task.datasets.indices.map { set in
      let own = scores.indices.filter { tuner.sets[$0] == set }
      return Summary(
        own.map { scores[$0] }, hasRanges: own.map { all.trials[$0].hasRanges }, cost: cost)
    }
  }

  private func search(_ index: Int, _ all: Evaluator, _ found: inout Findings) throws {
    let search = GroupSearch(self, index, all)
    defer {
      found.groups[index].values = search.best
      found.groups[index].idle = search.idle
      found.groups[index].restarts = search.restarts
      found.groups[index].folds = search.folds
      found.groups[index].least = search.least
    }
    let candidates = try search.run(seeds: Self.seeds)
    guard task.objective.isFront else { return }
    found.groups[index].front = candidates
  }

  /// Tests all scored candidates. Each group adopts the advised candidate, or otherwise the best candidate.
  private func decide(_ all: Evaluator, _ found: inout Findings) {
    for index in groups.indices where !task.objective.isFront {
      let table = CandidateTable(all, index, task)
      let losses = table.losses
      let folds = table.folds(found.groups[index].folds)
      let test = GainTest(
        losses, level: 0.01 / Double(groups.count), doubt: doubt(groups[index]),
        keepsContact: task.keepsContact, folds: folds)
      let wanted =
        task.objective.goals.isEmpty
        ? nil : table.wanted(losses, folds, keepsContact: task.keepsContact)
      let chosen = wanted?.whole ?? test.candidate
      found.groups[index].test = test
      found.groups[index].values = all.values(table.names[chosen]) ?? start
      found.groups[index].heldOut = table.heldOut(wanted?.left ?? test.picks)
      found.groups[index].rows = FrontRoles(table.felt, losses, folds, wanted: wanted).rows.map {
        row in
        TuningResult.Row(
          name: row.role.rawValue, values: all.values(table.names[row.candidate]) ?? start,
          rates: row)
      }
    }
    found.settle(groups)
  }

  /// A verdict with another reason than chance, for a group; `nil` if there is no such reason.
  private func doubt(_ group: TuningGroup) -> GainTest.Verdict? {
    guard task.hasTruth else { return .tooFew }
    return switch Belonging(group.recordings.map { task.recordings[$0] }) {
    case .together: nil
    case .apart: .unfit
    case .open: .tooFew
    }
  }

  /// Computes the change of the cost along each setting near the optimum.
  private func lookAround(_ all: Evaluator, _ found: inout Findings) throws {
    var sensitivities: [TuningResult.Sensitivity] = []
    for (index, group) in groups.enumerated() {
      for axis in group.dimensions {
        let dimension = task.space.dimensions[axis]
        let center = dimension.place(of: found.values[axis])
        let steps = Set(Self.nearby.map { dimension.value(at: center + $0) })
        let tried = steps.union([found.values[axis]]).sorted()
        let points = tried.map { value in
          var point = found.values
          point[axis] = value
          return point
        }
        let costs = try all.assess(points, in: index)
        let valid = zip(tried, costs).compactMap { value, one in one.map { (value, $0.ratio) } }
        sensitivities.append(
          .init(key: dimension.key, values: valid.map(\.0), costs: valid.map(\.1)))
      }
    }
    found.sensitivities = sensitivities.sorted { ($1.span, $0.key) < ($0.span, $1.key) }
  }

  private func score(_ all: Evaluator, _ found: inout Findings) throws {
    _ = try all.scores(of: found.values, Array(task.recordings.indices))
    found.baselines = try baselineScores(all)
    let tuned = try task.space.apply(found.values, to: task.base)
    let base = task.base
    let pairs = tuner.workers.map(all.trials) {
      trial -> (before: IntervalScore, tuned: IntervalScore)? in
      guard let before = try? trial.intervals(base), let after = try? trial.intervals(tuned) else {
        return nil
      }
      return (before, after)
    }
    found.intervals = pairs.compactMap { $0 ?? nil }
    guard found.intervals.count == all.trials.count else { return found.intervals = [] }
    for group in found.groups.indices {
      for place in found.groups[group].front.indices {
        try addFigures(to: &found.groups[group].front[place], all)
      }
    }
  }

  /// Adds further figures to a point: all measures and the intervals on all recordings.
  private func addFigures(to point: inout TuningResult.FrontPoint, _ all: Evaluator) throws {
    let everything = Array(task.recordings.indices)
    guard var scores = try all.scores(of: point.values, everything),
      let configuration = try? task.space.apply(point.values, to: task.base)
    else { return }
    let intervals = tuner.workers.map(all.trials) { try? $0.intervals(configuration) }
    for index in scores.indices { scores[index].intervals = intervals[index] ?? nil }
    point.summary = Summary(
      scores, hasRanges: all.trials.map(\.hasRanges), cost: configuration.estimator.nominalCost)
  }
}
