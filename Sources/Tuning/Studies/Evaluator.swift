internal import Lubdub

/// Says that a search was stopped from outside.
struct TuningInterruption: Error {}

/// Scores configurations on the recordings of one split, from the study where it knows them.
final class Evaluator {
  /// The recordings with their calibration.
  let trials: [Trial]
  /// The data set of each, as an index.
  let sets: [Int]
  /// The split's name in the study.
  let split: String
  private let space: ParameterSpace
  private let objective: Objective
  private let base: Configuration
  private let study: Study
  private let workers: Workers
  private let progress: (Int) -> Void
  private let isCancelled: @Sendable () -> Bool
  private var normal: [Score] = []
  /// The best values so far that were scored on all recordings; the first cost decides.
  private(set) var best: (values: [Double], cost: Double)?

  /// The point that stands for the configuration that the search began with.
  static let defaults = "default"

  init(
    _ trials: [Trial], sets: [Int], split: String, task: TuningTask, study: Study,
    workers: Workers, progress: @escaping (Int) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.trials = trials
    self.sets = sets
    self.split = split
    self.study = study
    self.workers = workers
    self.progress = progress
    self.isCancelled = isCancelled
    space = task.space
    objective = task.objective
    base = task.base
  }

  /// Costs of places on some of the recordings, for `Search`.
  func costs(_ places: [[Double]], _ part: [Int]) throws -> [[Double]] {
    let points = places.map { space.values(at: $0) }
    return try costs(ofValues: points, part)
  }

  /// Costs of values on some of the recordings.
  func costs(ofValues points: [[Double]], _ part: [Int]) throws -> [[Double]] {
    if normal.isEmpty {
      normal = try scores([(Self.defaults, base)], Array(trials.indices))[0] ?? []
    }
    let candidates = points.map { values in
      (Self.name(values), try? space.apply(values, to: base))
    }
    let scored = try scores(candidates, part)
    let reference = summaries(part.map { normal[$0] }, part, base)
    let costs = zip(scored, candidates).map { list, candidate in
      guard let list, let configuration = candidate.1 else {
        let worst = Double.greatestFiniteMagnitude
        return Array(repeating: worst, count: objective.isFront ? objective.terms.count : 1)
      }
      return objective.costs(summaries(list, part, configuration), defaults: reference)
    }
    if part.count == trials.count { remember(points, costs) }
    return costs
  }

  private func remember(_ points: [[Double]], _ costs: [[Double]]) {
    for (values, cost) in zip(points, costs) {
      guard let cost = cost.first, cost < best?.cost ?? .infinity else { continue }
      best = (values, cost)
    }
  }

  /// Scores of configurations on some of the recordings; `nil` for one that contradicts itself.
  ///
  /// - Throws: `TuningInterruption`, or what the study throws.
  func scores(
    _ candidates: [(name: String, configuration: Configuration?)], _ part: [Int]
  ) throws -> [[Score]?] {
    var work: [(Study.Key, Configuration)] = []
    var planned: Set<Study.Key> = []
    for (name, configuration) in candidates {
      for trial in part {
        let key = Study.Key(split: split, trial: trial, point: name)
        guard study[key] == nil, planned.insert(key).inserted else { continue }
        guard let configuration else {
          study.insert(nil, for: key)
          continue
        }
        work.append((key, configuration))
      }
    }
    try run(work)
    return candidates.map { name, _ in
      let found = part.map { trial in
        study[Study.Key(split: split, trial: trial, point: name)] ?? nil
      }
      let scores = found.compactMap { $0 }
      return scores.count == part.count ? scores : nil
    }
  }

  /// Works in blocks, each of which is on disk before the next one begins.
  private func run(_ work: [(Study.Key, Configuration)]) throws {
    var rest = work[...]
    while !rest.isEmpty {
      let block = Array(rest.prefix(Self.blockSize))
      rest = rest.dropFirst(Self.blockSize)
      let outcomes = workers.map(block, isCancelled: isCancelled) { [trials] key, configuration in
        try? trials[key.trial].score(configuration)
      }
      for (item, outcome) in zip(block, outcomes) {
        if let outcome { study.insert(outcome, for: item.0) }
      }
      try study.flush()
      progress(outcomes.count { $0 != nil })
      if outcomes.contains(where: { $0 == nil }) { throw TuningInterruption() }
    }
    if isCancelled() { throw TuningInterruption() }
  }

  private static let blockSize = 48

  /// The summaries of the data sets, for scores of some of the recordings.
  func summaries(_ scores: [Score], _ part: [Int], _ configuration: Configuration) -> [Summary] {
    Set(part.map { sets[$0] }).sorted().map { set in
      let own = part.indices.filter { sets[part[$0]] == set }
      return Summary(
        own.map { scores[$0] }, hasRanges: own.map { trials[part[$0]].hasRanges },
        cost: configuration.estimator.nominalCost)
    }
  }

  /// The name of a point: its values in their shortest form.
  static func name(_ values: [Double]) -> String {
    values.map(Setting.text).joined(separator: " ")
  }
}
