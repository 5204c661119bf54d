struct TuningInterruption: Error {}

/// Scores candidates, which are lists of values, on one split; from the study where it knows them.
final class Evaluator {
  let trials: [Trial]
  private let sets: [Int]
  private let sessions: [Int]
  let split: String
  private let space: ParameterSpace
  private let objective: Objective
  private let base: Configuration
  private let study: Study
  private let workers: Workers
  private let hosted: HostedRuns?
  private var calibrations: [JSONValue]?
  private let progress: (Int) -> Void
  private let isCancelled: @Sendable () -> Bool
  static let defaults = "default"

  init(
    split: String, leavingOut part: Int?, task: TuningTask, study: Study, workers: Workers,
    hosted: HostedRuns? = nil, progress: @escaping (Int) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    trials = task.trials(leavingOut: part, workers: workers)
    sets = task.sets
    sessions = task.sessions
    self.split = split
    self.study = study
    self.workers = workers
    self.hosted = hosted
    self.progress = progress
    self.isCancelled = isCancelled
    space = task.space
    objective = task.objective
    base = task.base
  }

  /// Beside the defaults; `nil` for settings that contradict each other.
  func assess(_ candidates: [[Double]], _ part: [Int]) throws -> [Assessment?] {
    let normal = try scores([(Self.defaults, base)], part)[0] ?? []
    let configurations = candidates.map { values in
      (name: Self.name(values), configuration: try? space.apply(values, to: base))
    }
    let scored = try scores(configurations, part)
    return zip(scored, configurations).map { list, candidate in
      guard let list, let configuration = candidate.configuration else { return nil }
      return assessment(list, normal, part, configuration)
    }
  }

  func costs(_ candidates: [[Double]], _ part: [Int]) throws -> [[Double]] {
    let count = objective.isFront ? objective.terms.count : 1
    let worst = Array(repeating: Double.greatestFiniteMagnitude, count: count)
    return try assess(candidates, part).map { $0?.costs(objective) ?? worst }
  }

  func scores(of values: [Double], _ part: [Int]) throws -> [Score]? {
    let configuration = try? space.apply(values, to: base)
    return try scores([(Self.name(values), configuration)], part)[0]
  }

  func defaultScores(_ part: [Int]) throws -> [Score] {
    try scores([(Self.defaults, base)], part)[0] ?? []
  }

  private func assessment(
    _ scores: [Score], _ normal: [Score], _ part: [Int], _ configuration: Configuration
  ) -> Assessment {
    let costs = (configuration.estimator.nominalCost, base.estimator.nominalCost)
    return Assessment(
      parts: Set(part.map { sets[$0] }).sorted().map { set in
        let own = part.indices.filter { sets[part[$0]] == set }
        let hasRanges = own.map { trials[part[$0]].hasRanges }
        return Assessment.Part(
          zip(own, hasRanges).map { Tally(scores[$0], hasRanges: $1) },
          zip(own, hasRanges).map { Tally(normal[$0], hasRanges: $1) },
          sessions: own.map { sessions[part[$0]] }, costs: costs, objective: objective)
      })
  }

  /// Scores of configurations on some of the recordings; `nil` for one that contradicts itself.
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
    if let hosted { return try run(work, by: hosted) }
    // Runs of one recording stand together, so that they fill lanes.
    var rest = work.sorted { $0.0.trial < $1.0.trial }[...]
    while !rest.isEmpty {
      let block = Array(rest.prefix(Self.blockSize))
      rest = rest.dropFirst(Self.blockSize)
      let jobs = jobs(block)
      let outcomes = workers.map(jobs, isCancelled: isCancelled) { [trials] job in
        trials[job[0].0.trial].scores(job.map(\.1)).map { try? $0.get() }
      }
      for (job, scores) in zip(jobs, outcomes) {
        for (item, score) in zip(job, scores ?? []) { study.insert(score, for: item.0) }
      }
      try study.flush()
      progress(outcomes.reduce(0) { $0 + ($1?.count ?? 0) })
      if outcomes.contains(where: { $0 == nil }) { throw TuningInterruption() }
    }
    if isCancelled() { throw TuningInterruption() }
  }

  /// The same by a host: the scores of a unit are on disk before those of the next one are looked at.
  private func run(_ work: [(Study.Key, Configuration)], by hosted: HostedRuns) throws {
    if work.isEmpty { return }
    let settings =
      try calibrations
      ?? trials.map { trial in
        try trial.calibration.map {
          try hosted.settings(of: Trial.calibrated(Preset.default.configuration, $0))
        } ?? .null
      }
    calibrations = settings
    for unit in try hosted.begin(work, calibrations: settings) {
      for (place, score) in zip(unit, try hosted.scores(count: unit.count)) {
        study.insert(score, for: work[place].0)
      }
      try study.flush()
      progress(unit.count)
      if isCancelled() { throw TuningInterruption() }
    }
  }

  private static let blockSize = 128

  /// What one worker does at a time: runs of one recording, so many that no worker is left without.
  private func jobs(_ block: [(Study.Key, Configuration)]) -> [[(Study.Key, Configuration)]] {
    let width = Trial.width(of: block.count, among: workers.count)
    var jobs: [[(Study.Key, Configuration)]] = []
    var open: [Int: Int] = [:]
    for item in block {
      let trial = item.0.trial
      if let place = open[trial], jobs[place].count < width {
        jobs[place].append(item)
      } else {
        open[trial] = jobs.count
        jobs.append([item])
      }
    }
    return jobs
  }

  static func name(_ values: [Double]) -> String {
    values.map(SettingValue.text).joined(separator: " ")
  }
}
