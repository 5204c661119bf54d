/// All candidates of a group that were ever scored; the first are the settings before.
struct CandidateTable {
  let names: [String]
  let parts: [Evaluator.Part]
  /// Candidate by candidate the sums of each part.
  let tallies: [[Tally]]
  private let costs: [Double]
  private let objective: Objective

  init(_ evaluator: Evaluator, _ group: Int, _ task: TuningTask) {
    let points = evaluator.points(in: group)
    (names, parts) = ([Evaluator.defaults] + points, evaluator.parts[group])
    objective = task.objective
    tallies =
      [evaluator.normals(in: group)] + points.map { evaluator.sums($0, in: group) ?? [] }
    costs = names.map { name in
      let values = evaluator.values(name)
      let configuration = values.flatMap { try? task.space.apply($0, to: task.base) } ?? task.base
      return configuration.estimator.nominalCost
    }
  }

  /// Seconds that a false change, or a contact that is felt late, costs beside those in a wrong zone or none.
  private static let (falseSeconds, lateSeconds) = (2.0, 2.0)

  /// Seconds in which something else is felt than is true.
  private static func felt(_ part: Tally) -> Double {
    let score = part.score
    return score.wrongTime + score.withoutTime + falseSeconds * score.falseChanges
      + lateSeconds * part.part(of: .lateContact, nil).sum
  }

  /// Session by session the candidates.
  func table(_ value: (_ candidate: Int, _ part: Int) -> Double) -> [[Double]] {
    let count = (parts.map(\.session).max() ?? -1) + 1
    var sums = [[Double]](repeating: Array(repeating: 0, count: names.count), count: count)
    for (place, part) in parts.enumerated() {
      for candidate in names.indices { sums[part.session][candidate] += value(candidate, place) }
    }
    return sums
  }

  /// By the objective; where that is all that is felt, by the seconds that are lost and by the error of the beat, too.
  var losses: LossTable {
    let costly = objective.withoutGoals
    let shares = LossShares(tallies[0], sets: parts.map(\.set), costly, cost: costs[0])
    let dear = table { shares.share(tallies[$0][$1], costing: costs[$0], at: $1) }
    let seconds = table { Self.felt(tallies[$0][$1]) }
    let beats = table { tallies[$0][$1].score.intervalError }
    let isAllFelt = costly.terms == Objective.balanced.terms
    return LossTable(
      dear, felt: isAllFelt ? seconds : nil, beat: isAllFelt ? beats : nil,
      late: table { tallies[$0][$1].part(of: .lateContact, nil).sum })
  }

  /// The felt figures of each candidate.
  var felt: FeltTable {
    /// The sum of an axis and its ground.
    func counts(_ axis: FeltTable.Axis, _ tally: Tally) -> (Double, Double) {
      let score = tally.score
      return switch axis {
      case .late: (tally.part(of: .lateContact, nil).sum, score.contacts)
      case .delay: (score.delay, score.trueChanges)
      case .wrong: (score.wrongTime, score.totalTime)
      case .falseChanges: (score.falseChanges, score.totalTime / 3600)
      }
    }
    let sums = FeltTable.Axis.allCases.map { axis in table { counts(axis, tallies[$0][$1]).0 } }
    let grounds = FeltTable.Axis.allCases.map { axis in
      table { counts(axis, tallies[0][$1]).1 }.map { $0[0] }
    }
    return FeltTable(sums: sums, grounds: grounds)
  }

  /// The candidate that comes nearest to the goals, and then costs least, on all sessions and without each of them; with
  /// contact no later where that is kept.
  func wanted(
    _ losses: LossTable, _ folds: [Fold], keepsContact: Bool
  ) -> (whole: Int, left: [Int]) {
    let (goals, limits) = (objective.goals, objective.limits)
    let sets = parts.indices.grouped { parts[$0].set }.map(\.elements)
    let counts = tallies.map { list in
      list.map { part in goals.map { $0.counts(part.score, limits) } }
    }
    func best(_ fold: Fold) -> Int {
      let rest = losses.objective(without: fold)
      let costs = LossTable.sums(rest.losses[0], rest.candidates)
      let later = rest.laterContacts
      let kept = sets.map { own in own.filter { !fold.sessions.contains(parts[$0].session) } }
      let ranked = fold.candidates.enumerated().map {
        place, candidate -> (lack: Double, late: Double, cost: Double) in
        let lack = kept.reduce(0) { sum, own in
          let totals = goals.indices.map { goal in
            own.reduce(into: Goal.Counts()) {
              $0.count += counts[candidate][$1][goal].count
              $0.ground += counts[candidate][$1][goal].ground
            }
          }
          return sum + objective.violation(totals)
        }
        return (lack, keepsContact ? max(0, later[place]) : 0, costs[place])
      }
      return fold.candidates[ranked.indices.min { ranked[$0] < ranked[$1] } ?? 0]
    }
    return (best(losses.whole), folds.bySession(losses.sessions, else: 0, best))
  }

  /// The sessions that each search left out, and the candidates with scores that it tried.
  func folds(_ searches: [(sessions: [Int], tried: Set<String>)]) -> [Fold] {
    searches.map { sessions, tried in
      Fold(
        sessions: sessions,
        candidates: names.indices.filter { $0 == 0 || tried.contains(names[$0]) })
    }
  }

  /// The score of each part with the candidate that was chosen without the part's session.
  func heldOut(_ picks: [Int]) -> [(set: Int, tally: Tally)] {
    parts.indices.map { (parts[$0].set, tallies[picks[parts[$0].session]][$0]) }
  }
}

/// The shares of the loss before that parts of data sets have: ratios are linear in sums, so that all of them before add up
/// to 1.
struct LossShares {
  private let before: [Tally]
  /// Part by part the place of its data set.
  private let sets: [Int]
  private let wholes: [(tally: Tally, summary: Summary)]
  private let objective: Objective

  init(_ before: [Tally], sets: [Int], _ objective: Objective, cost: Double) {
    (self.before, self.sets, self.objective) = (before, sets.numbered(), objective)
    wholes = before.indices.grouped { sets[$0] }.map { _, own in
      let sum = own.reduce(into: Tally()) { $0.add(before[$1]) }
      return (sum, Summary([sum], cost: cost))
    }
  }

  func share(_ tally: Tally, costing cost: Double, at part: Int) -> Double {
    let whole = wholes[sets[part]]
    return objective.share(
      of: tally, costing: cost, beside: before[part], in: whole.tally, whole.summary)
      / Double(wholes.count)
  }
}
