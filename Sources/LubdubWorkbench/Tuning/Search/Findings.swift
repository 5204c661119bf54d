struct Findings {
  struct Group {
    /// What the search found, and then what was decided.
    var values: [Double]
    var front: [TuningResult.FrontPoint] = []
    /// Settings that move nothing and were not searched.
    var idle: [Int] = []
    var restarts: [Double] = []
    var least = 1.0
    /// `nil` for a front, and before anything was scored.
    var test: GainTest?
    /// Settings by their roles.
    var rows: [TuningResult.Row] = []
    /// What was chosen without each session, on that session, and the data set of it.
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

  /// What is advised, or else the best that was found.
  mutating func settle(_ list: [TuningGroup]) {
    for (group, found) in zip(list, groups) {
      for axis in group.dimensions { values[axis] = found.values[axis] }
    }
  }
}
