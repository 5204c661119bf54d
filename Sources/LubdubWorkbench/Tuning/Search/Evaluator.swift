struct TuningInterruption: Error {}

/// Scores each candidate once, and stores the sums of its sessions. A candidate is a list of values.
final class Evaluator {
  /// A recording, and the values of a candidate or the name of a configuration.
  struct Run: Hashable {
    let trial: Int
    let point: String
  }

  /// The recordings of one session and one data set.
  struct Part {
    let set: Int
    let session: Int
    let recordings: [Int]
  }

  private struct Point: Hashable {
    let group: Int
    let name: String
  }

  let trials: [Trial]
  /// The parts of each group. The sessions of a group are numbered from 0.
  let parts: [[Part]]
  private let session: TuningSession
  /// The sums of candidates by part; `nil` for a contradictory candidate.
  private var sums: [Point: [Tally]?] = [:]
  /// The scores of single configurations.
  private var known: [Run: Score] = [:]
  private var calibrations: [JSONValue]?
  /// Whether requests to end are ignored, because the remaining work is short.
  var isEnding = false
  static let defaults = "default"

  init(_ session: TuningSession) throws {
    self.session = session
    let tuner = session.tuner
    trials = session.task.trials(workers: tuner.workers, isCancelled: session.isCancelled)
    parts = session.groups.map { group in
      let sessions = group.recordings.map { tuner.sessions[$0] }.numbered()
      return zip(group.recordings, sessions).grouped { [tuner.sets[$0.0], $0.1] }
        .map { Part(set: $0[0], session: $0[1], recordings: $1.map(\.0)) }
    }
    try tuner.journal?.read(session.task) { candidate in
      guard let group = session.groups.firstIndex(where: { $0.name == candidate.group }),
        candidate.tallies.count == parts[group].count
      else { return }
      sums[Point(group: group, name: Self.name(candidate.values))] = .some(candidate.tallies)
    }
  }

  private var tuner: Tuner { session.tuner }
  private var base: Configuration { session.task.base }
  private var space: ParameterSpace { session.task.space }
  private var objective: Objective { session.task.objective }

  /// The score of a single configuration on a recording; `nil` if it was not computed.
  func score(_ name: String, _ trial: Int) -> Score? { known[Run(trial: trial, point: name)] }

  /// The sums of a candidate by part.
  func sums(_ name: String, in group: Int) -> [Tally]? {
    sums[Point(group: group, name: name)] ?? nil
  }

  /// The sums of the settings before the search; empty sums if they were not computed.
  func normals(in group: Int) -> [Tally] {
    tallies(in: group) { score(Self.defaults, $0) ?? Score() }
  }

  private func tallies(in group: Int, _ score: (Int) -> Score) -> [Tally] {
    parts[group].map { part in
      part.recordings.reduce(into: Tally()) {
        $0.add(Tally(score($1), hasRanges: trials[$1].hasRanges))
      }
    }
  }

  /// The values of a candidate from its name; `nil` for other names, such as the name of the settings before the search.
  func values(_ name: String) -> [Double]? {
    let values = name.split(separator: " ").compactMap { Double($0) }
    return values.count == space.dimensions.count ? values : nil
  }

  /// The names of the candidates of a group, in order.
  func points(in group: Int) -> [String] {
    sums.filter { $0.key.group == group && $0.value != nil }.map(\.key.name).sorted()
  }

  /// Assesses candidates against the defaults, without some sessions; `nil` for contradictory settings.
  func assess(
    _ candidates: [[Double]], in group: Int, without left: Set<Int> = []
  ) throws -> [Assessment?] {
    _ = try defaultScores(session.groups[group].recordings)
    let normal = normals(in: group)
    try score(candidates, in: group)
    return candidates.map { values in
      guard let tallies = sums(Self.name(values), in: group),
        let configuration = try? space.apply(values, to: base)
      else { return nil }
      let kept = parts[group].indices.filter { !left.contains(parts[group][$0].session) }
      return assessment(
        kept.map { tallies[$0] }, kept.map { normal[$0] }, kept.map { parts[group][$0] },
        configuration)
    }
  }

  func costs(
    _ candidates: [[Double]], in group: Int, without left: Set<Int> = []
  ) throws -> [[Double]] {
    let count = objective.isFront ? objective.terms.count : 1
    let worst = Array(repeating: Double.greatestFiniteMagnitude, count: count)
    return try assess(candidates, in: group, without: left).map { $0?.costs(objective) ?? worst }
  }

  func scores(of values: [Double], _ places: [Int]) throws -> [Score]? {
    guard let configuration = try? space.apply(values, to: base) else { return nil }
    return try scores(Self.name(values), configuration, places)
  }

  func defaultScores(_ places: [Int]) throws -> [Score] {
    try scores(Self.defaults, base, places) ?? []
  }

  private func assessment(
    _ sums: [Tally], _ normals: [Tally], _ parts: [Part], _ configuration: Configuration
  ) -> Assessment {
    let costs = (configuration.estimator.nominalCost, base.estimator.nominalCost)
    return Assessment(
      parts: Set(parts.map(\.set)).sorted().map { set in
        let own = parts.indices.filter { parts[$0].set == set }
        return Assessment.Part(
          own.map { sums[$0] }, own.map { normals[$0] }, sessions: own.map { parts[$0].session },
          costs: costs, objective: objective)
      })
  }

  /// The scores of one configuration; `nil` if it is contradictory.
  func scores(
    _ name: String, _ configuration: Configuration, _ places: [Int]
  ) throws -> [Score]? {
    let open = places.filter { score(name, $0) == nil }
    let found = try run([(name, configuration)], on: open)
    for (trial, scores) in zip(open, found) { known[Run(trial: trial, point: name)] = scores[0] }
    let scores = places.compactMap { score(name, $0) }
    return scores.count == places.count ? scores : nil
  }

  /// Scores candidates in blocks of about a second. After each block, its candidates are in the journal, and the search may
  /// end.
  private func score(_ candidates: [[Double]], in group: Int) throws {
    var open: [(name: String, values: [Double], configuration: Configuration)] = []
    for values in candidates {
      let point = Point(group: group, name: Self.name(values))
      guard sums[point] == nil else { continue }
      sums[point] = .some(nil)
      guard let configuration = try? space.apply(values, to: base) else { continue }
      open.append((point.name, values, configuration))
    }
    let places = session.groups[group].recordings
    let rows = places.reduce(1) { $0 + trials[$1].recording.records.count }
    let size =
      tuner.hosted == nil
      ? min(max(Self.blockRows / rows, 2 * RangeBatch.width), Trial.width) : max(1, open.count)
    defer {
      for one in open { sums[Point(group: group, name: one.name)] = nil }
    }
    while !open.isEmpty {
      let block = open.prefix(size)
      let found = try run(block.map { ($0.name, $0.configuration) }, on: places)
      var entries: [TuningJournal.Candidate] = []
      for (place, one) in block.enumerated() {
        let scores = Dictionary(uniqueKeysWithValues: zip(places, found.map { $0[place] }))
        let isWhole = !scores.values.contains(nil)
        let own = isWhole ? tallies(in: group) { (scores[$0] ?? nil) ?? Score() } : nil
        sums[Point(group: group, name: one.name)] = .some(own)
        own.map { entries.append(.init(session.groups[group], one.values, $0)) }
      }
      open.removeFirst(block.count)
      try tuner.journal?.add(entries)
    }
    if isCancelled() { throw TuningInterruption() }
  }

  private static let blockRows = 1 << 24

  private func isCancelled() -> Bool { !isEnding && session.isCancelled() }

  /// The scores of configurations by recording; `nil` for a contradictory configuration.
  private func run(
    _ configurations: [(name: String, configuration: Configuration)], on places: [Int]
  ) throws -> [[Score?]] {
    if places.isEmpty { return [] }
    if let hosted = tuner.hosted, !isEnding { return try run(configurations, on: places, hosted) }
    // Runs of one recording are adjacent, so that they fill lanes.
    let count = configurations.count
    let width = Trial.width(of: count * places.count, among: 4 * tuner.workers.count)
    let jobs = places.flatMap { trial in
      stride(from: 0, to: count, by: width).map { (trial, $0..<min($0 + width, count)) }
    }
    let (trials, isEnding, stops) = (trials, isEnding, session.isCancelled)
    let outcomes = tuner.workers.map(jobs, isCancelled: { !isEnding && stops() }) { trial, range in
      trials[trial].scores(range.map { configurations[$0].configuration }).map { try? $0.get() }
    }
    session.progress(outcomes.reduce(0) { $0 + ($1?.count ?? 0) })
    guard !outcomes.contains(where: { $0 == nil }) else { throw TuningInterruption() }
    let scores = outcomes.flatMap { $0 ?? [] }
    return places.indices.map { Array(scores[$0 * count..<($0 + 1) * count]) }
  }

  private func run(
    _ configurations: [(name: String, configuration: Configuration)], on places: [Int],
    _ hosted: HostedRuns
  ) throws -> [[Score?]] {
    let settings =
      try calibrations
      ?? trials.map { trial in
        try trial.calibration.map {
          try hosted.settings(of: Trial.calibrated(Preset.default.configuration, $0))
        } ?? .null
      }
    calibrations = settings
    let work = places.flatMap { trial in
      configurations.map { (Run(trial: trial, point: $0.name), $0.configuration) }
    }
    var scores = [Score?](repeating: nil, count: work.count)
    for unit in try hosted.begin(work, calibrations: settings, objective.limits) {
      for (place, score) in zip(unit, try hosted.scores(count: unit.count)) {
        scores[place] = score
      }
      session.progress(unit.count)
      if isCancelled() { throw TuningInterruption() }
    }
    let count = configurations.count
    return places.indices.map { Array(scores[$0 * count..<($0 + 1) * count]) }
  }

  static func name(_ values: [Double]) -> String {
    values.map(SettingValue.text).joined(separator: " ")
  }
}
