/// All scored candidates of a group. The first candidate is the settings before the search.
struct CandidateTable {
  let names: [String]
  let parts: [Evaluator.Part]
  /// The sums of each part, by candidate and part.
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

  /// The cost of a false change and of a late contact, in seconds in a wrong zone.
  private static let (falseSeconds, lateSeconds) = (2.0, 2.0)

  /// The seconds in which the felt zone differs from the true zone, plus the costs of false changes and late contacts.
  private static func felt(_ part: Tally) -> Double {
    let score = part.score
    return score.wrongTime + score.withoutTime + falseSeconds * score.falseChanges
      + lateSeconds * part.part(of: .lateContact, nil).sum
  }

  /// The sums of a value by session and candidate.
  func table(_ value: (_ candidate: Int, _ part: Int) -> Double) -> [[Double]] {
    let count = (parts.map(\.session).max() ?? -1) + 1
    var sums = [[Double]](repeating: Array(repeating: 0, count: names.count), count: count)
    for (place, part) in parts.enumerated() {
      for candidate in names.indices { sums[part.session][candidate] += value(candidate, place) }
    }
    return sums
  }

  /// The losses by the objective. If the objective contains all felt terms, the lost seconds and the error of the beat are
  /// further losses.
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
    /// The sum of an axis and its divisor.
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

  /// The candidate nearest to the goals, and then with the smallest cost, on all sessions and without each fold. If
  /// `keepsContact` is set, contact must not be later.
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

  /// The sessions that each search left out, and the candidates of that search with scores.
  func folds(_ searches: [(sessions: [Int], tried: Set<String>)]) -> [Fold] {
    searches.map { sessions, tried in
      Fold(
        sessions: sessions,
        candidates: names.indices.filter { $0 == 0 || tried.contains(names[$0]) })
    }
  }

  /// The score of each part with the candidate chosen without the part's session.
  func heldOut(_ picks: [Int]) -> [(set: Int, tally: Tally)] {
    parts.indices.map { (parts[$0].set, tallies[picks[parts[$0].session]][$0]) }
  }
}

/// The shares of parts of data sets in the loss before the search. Ratios are linear in sums, so the shares before the
/// search sum to 1.
struct LossShares {
  private let before: [Tally]
  /// The index of the data set of each part.
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
