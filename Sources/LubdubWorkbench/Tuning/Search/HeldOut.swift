/// What was held out of one group, with the settings that the other folds would have chosen: nested
/// cross-validation (Varma and Simon, "Bias in error estimation when using cross-validation for model
/// selection", BMC Bioinformatics 7 (2006)).
struct HeldOut {
  struct Entry {
    let set: Int
    let session: Int
    let tuned: Tally
    let normal: Tally
  }

  var entries: [Entry] = []
  let cost: Double

  var sets: [(set: Int, tuned: Summary, normal: Summary)] {
    Dictionary(grouping: entries, by: \.set).sorted { $0.key < $1.key }.map { set, own in
      (set, Summary(own.map(\.tuned), cost: cost), Summary(own.map(\.normal), cost: cost))
    }
  }

  /// Mean over the data sets of the cost; `nil` where nothing was held out.
  func cost(_ objective: Objective) -> Double? {
    Statistics.mean(sets.map { objective.ratio($0.tuned, $0.normal) })
  }

  private static let draws = 500
  private static let seed: UInt64 = 29

  /// Resampled sessions of each data set give the standard error, and Student's t the reach of so few.
  func interval(_ objective: Objective) -> ClosedRange<Double>? {
    let strata = Dictionary(grouping: entries, by: \.set).sorted { $0.key < $1.key }.map { _, own in
      Dictionary(grouping: own, by: \.session).sorted { $0.key < $1.key }.map(\.value)
    }
    let freedom = strata.reduce(0) { $0 + $1.count - 1 }
    guard freedom > 0, let middle = cost(objective) else { return nil }
    var random = SplitMix64(seed: Self.seed)
    let drawn = (0..<Self.draws).compactMap { _ -> Double? in
      var copy = self
      copy.entries = strata.flatMap { sessions in
        sessions.indices.flatMap { _ in sessions[random.below(sessions.count)] }
      }
      return copy.cost(objective)
    }
    guard let mean = Statistics.mean(drawn) else { return nil }
    let squares = drawn.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // The spread of n sessions around their own mean is too small by this.
    let count = Double(freedom + strata.count)
    let error = (squares / Double(drawn.count - 1) * count / Double(freedom)).squareRoot()
    let reach = Self.student(freedom) * error
    return middle - reach...middle + reach
  }

  /// The 97.5 % quantile of Student's t (tables; from 10 degrees of freedom on 1.96 + 2.4 / n, which is
  /// right to 0.03).
  private static func student(_ freedom: Int) -> Double {
    let table = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]
    return freedom <= table.count ? table[freedom - 1] : 1.96 + 2.4 / Double(freedom)
  }
}

extension Findings {
  /// What was held out of a group: each fold with the step that the other folds choose.
  func nested(_ index: Int, _ task: TuningTask, _ trials: [Trial]) -> HeldOut {
    let folds = groups[index].folds
    guard groups[index].step > 0 else {
      return heldOut(index, task, trials) { _ in nil }
    }
    return heldOut(index, task, trials) { place in
      guard folds.count > 2 else { return taken(index) }
      var others = self
      others.groups[index].folds.remove(at: place)
      others.chooseStep(index, task, trials)
      return others.taken(index)
    }
  }

  func heldOut(
    _ index: Int, _ task: TuningTask, _ trials: [Trial], step: (Int) -> Int?
  ) -> HeldOut {
    var all = HeldOut(cost: task.base.estimator.nominalCost)
    let (sets, sessions) = (task.sets, task.sessions)
    for (number, fold) in groups[index].folds.enumerated() {
      let scores = step(number).map { fold.tuned[$0] } ?? fold.normal
      for (place, trial) in fold.held.enumerated() {
        let hasRanges = trials[trial].hasRanges
        all.entries.append(
          HeldOut.Entry(
            set: sets[trial], session: sessions[trial],
            tuned: Tally(scores[place], hasRanges: hasRanges),
            normal: Tally(fold.normal[place], hasRanges: hasRanges)))
      }
    }
    return all
  }
}
