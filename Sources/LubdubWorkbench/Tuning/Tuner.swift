/// Searches for settings, tests them on held-out sessions, compares them with the initial settings, and explains the result.
///
/// The result depends only on the task, and not on the number of workers.
public struct Tuner {
  /// The progress of a search.
  public struct Progress: Sendable {
    /// The number of finished runs over one recording.
    public var done: Int
    /// The largest number of runs.
    public let total: Int
  }

  let task: TuningTask
  let workers: Workers
  /// The host of the runs; `nil` for threads of this process, with the same result.
  let hosted: HostedRuns?
  /// The candidates of earlier searches, to which this search adds its own; `nil` if there is no journal.
  package var journal: TuningJournal?
  let groups: [TuningGroup]
  let sets: [Int]
  let sessions: [Int]
  let start: [Double]

  /// Creates a tuner.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - jobs: The number of recordings that run at the same time.
  ///   - host: The host of the runs; `nil` for threads of this process, with the same result.
  /// - Throws: `SettingError` if the initial configuration lacks an edge or a list element of the task; errors of the host.
  public init(_ task: TuningTask, jobs: Int = 1, runsBy host: (any TuningHost)? = nil) throws {
    for dimension in task.space.dimensions { try dimension.target.check(in: task.base) }
    try task.objective.check(in: task.base)
    self.task = task
    workers = Workers(jobs)
    (groups, sets, sessions) = (task.groups, task.sets, task.sessions)
    start = task.space.values(of: task.base)
    hosted = try host.map { try HostedRuns($0, task.recordings) }
  }

  /// Runs the search to its end, or until `isCancelled` returns true.
  ///
  /// - Parameters:
  ///   - progress: Called on the calling thread after every block of work.
  ///   - isCancelled: Called from several threads before every run over a recording.
  /// - Returns: The result. If `isComplete` is false, it is the best result until then.
  /// - Throws: `SettingError` if the initial configuration is contradictory; errors of the host.
  public func run(
    progress: (Progress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> TuningResult {
    try task.base.validate()
    let total = plannedRuns
    return try withoutActuallyEscaping(progress) { progress in
      var state = Progress(done: 0, total: total)
      let note = { (count: Int) in
        state.done += count
        progress(state)
      }
      return try TuningSession(tuner: self, progress: note, isCancelled: isCancelled).run()
    }
  }

  private var plannedRuns: Int {
    groups.reduce(0) { sum, group in
      let count = group.dimensions.count
      let searches =
        task.objective.isFront
        ? task.budget : (TuningSession.seeds.count + 2) * task.budget + 2 * count + 2
      let others = 2 * count + 1 + count * TuningSession.nearby.count
      return sum + (searches + others) * group.recordings.count
    }
  }

  func search(_ group: TuningGroup, seed: UInt64, from places: [[Double]] = []) -> Search {
    let start = task.space.place(of: task.base)
    return Search(
      dimensions: group.dimensions.count, budget: task.budget, seed: task.seed &+ seed,
      start: [group.dimensions.map { start[$0] }] + places)
  }
}
