struct Findings {
  struct Group {
    /// The values found by the search, and then those decided on.
    var values: [Double]
    var front: [TuningResult.FrontPoint] = []
    /// Settings that move nothing and were not searched.
    var idle: [Int] = []
    var restarts: [Double] = []
    /// The sessions that searches left out, with the names of all that they tried.
    var folds: [(sessions: [Int], tried: Set<String>)] = []
    var least = 1.0
    /// `nil` for a front, and before anything was scored.
    var test: GainTest?
    /// Settings by their roles.
    var rows: [TuningResult.Row] = []
    /// The tally of each session by the settings chosen without it, and its data set.
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

  /// Takes the values advised, or else the best that were found.
  mutating func settle(_ list: [TuningGroup]) {
    for (group, found) in zip(list, groups) {
      for axis in group.dimensions { values[axis] = found.values[axis] }
    }
  }
}
