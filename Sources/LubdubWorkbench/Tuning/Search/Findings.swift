struct Findings {
  struct Group {
    /// The best values of the search, and later the chosen values.
    var values: [Double]
    var front: [TuningResult.FrontPoint] = []
    /// The dimensions of settings without effect, which were not searched.
    var idle: [Int] = []
    var restarts: [Double] = []
    /// The sessions that each search left out, and the names of its candidates.
    var folds: [(sessions: [Int], tried: Set<String>)] = []
    var least = 1.0
    /// The test; `nil` for a front and before any score.
    var test: GainTest?
    /// The settings by role.
    var rows: [TuningResult.Row] = []
    /// The tally of each session with the settings chosen without that session, and the data set of the session.
    var heldOut: [(set: Int, tally: Tally)] = []
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

  /// Adopts the advised values, or otherwise the best values.
  mutating func settle(_ list: [TuningGroup]) {
    for (group, found) in zip(list, groups) {
      for axis in group.dimensions { values[axis] = found.values[axis] }
    }
  }
}
