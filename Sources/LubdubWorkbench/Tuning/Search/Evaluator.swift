struct TuningInterruption: Error {}

/// Scores candidates, which are lists of values, with one part of the recordings left out; each once.
final class Evaluator {
  /// A recording, and the values of a candidate or the name of a fixed configuration.
  struct Run: Hashable {
    let trial: Int
    let point: String
  }

  let trials: [Trial]
  private let session: TuningSession
  /// What was worked out; `nil` for a configuration that contradicts itself.
  private var known: [Run: Score?] = [:]
  private var calibrations: [JSONValue]?
  static let defaults = "default"

  init(_ session: TuningSession) {
    self.session = session
    trials = session.task.trials(
      workers: session.tuner.workers, isCancelled: session.isCancelled)
  }

  private var tuner: Tuner { session.tuner }
  private var base: Configuration { session.task.base }
  private var space: ParameterSpace { session.task.space }
  private var objective: Objective { session.task.objective }

  /// A score that was worked out, of a candidate by its name.
  func score(_ name: String, _ trial: Int) -> Score? {
    known[Run(trial: trial, point: name)] ?? nil
  }

  /// The values of a candidate by its name; `nil` for what is not one, such as the settings before.
  func values(_ name: String) -> [Double]? {
    let values = name.split(separator: " ").compactMap { Double($0) }
    return values.count == space.dimensions.count ? values : nil
  }

  /// The candidates with a score for each of these recordings, in the order of their names.
  func points(on trials: [Int]) -> [String] {
    var counts: [String: Int] = [:]
    let wanted = Set(trials)
    for (run, score) in known where score != nil && wanted.contains(run.trial) {
      counts[run.point, default: 0] += 1
    }
    return counts.filter { $0.value == wanted.count && values($0.key) != nil }.keys.sorted()
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
    let (sets, sessions) = (tuner.sets, tuner.sessions)
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
    var work: [(Run, Configuration)] = []
    var planned: Set<Run> = []
    for (name, configuration) in candidates {
      for trial in part {
        let run = Run(trial: trial, point: name)
        guard known[run] == nil, planned.insert(run).inserted else { continue }
        guard let configuration else {
          known[run] = .some(nil)
          continue
        }
        work.append((run, configuration))
      }
    }
    try run(work)
    return candidates.map { name, _ in
      let scores = part.compactMap { known[Run(trial: $0, point: name)] ?? nil }
      return scores.count == part.count ? scores : nil
    }
  }

  /// Works in blocks, after each of which progress is shown and the search may end.
  private func run(_ work: [(Run, Configuration)]) throws {
    if let hosted = tuner.hosted { return try run(work, by: hosted) }
    // Runs of one recording stand together, so that they fill lanes.
    var rest = work.sorted { $0.0.trial < $1.0.trial }[...]
    while !rest.isEmpty {
      let block = Array(rest.prefix(Self.blockSize))
      rest = rest.dropFirst(Self.blockSize)
      let jobs = jobs(block)
      let outcomes = tuner.workers.map(jobs, isCancelled: session.isCancelled) { [trials] job in
        trials[job[0].0.trial].scores(job.map(\.1)).map { try? $0.get() }
      }
      for (job, scores) in zip(jobs, outcomes) {
        for (item, score) in zip(job, scores ?? []) { known[item.0] = .some(score) }
      }
      session.progress(outcomes.reduce(0) { $0 + ($1?.count ?? 0) })
      if outcomes.contains(where: { $0 == nil }) { throw TuningInterruption() }
    }
    if session.isCancelled() { throw TuningInterruption() }
  }

  private func run(_ work: [(Run, Configuration)], by hosted: HostedRuns) throws {
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
        known[work[place].0] = .some(score)
      }
      session.progress(unit.count)
      if session.isCancelled() { throw TuningInterruption() }
    }
  }

  private static let blockSize = 128

  /// What one worker does at a time: runs of one recording, so many that no worker is left without.
  private func jobs(_ block: [(Run, Configuration)]) -> [[(Run, Configuration)]] {
    let width = Trial.width(of: block.count, among: tuner.workers.count)
    var jobs: [[(Run, Configuration)]] = []
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
