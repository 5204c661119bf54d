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

  /// By the objective; where that is all that is felt, by the seconds that are lost, too.
  var losses: LossTable {
    let before = tallies[0]
    let wholes = parts.indices.grouped { parts[$0].set }.map { _, own in
      own.reduce(into: Tally()) { $0.add(before[$1]) }
    }
    let summaries = wholes.map { Summary([$0], cost: costs[0]) }
    let sets = parts.map(\.set).numbered()
    let costly = objective.withoutGoals
    let shares = table { candidate, part in
      costly.share(
        of: tallies[candidate][part], costing: costs[candidate], beside: before[part],
        in: wholes[sets[part]], summaries[sets[part]]) / Double(wholes.count)
    }
    let seconds = table { Self.felt(tallies[$0][$1]) }
    return LossTable(
      costly.terms == Objective.balanced.terms ? [shares, seconds] : [shares],
      late: table { tallies[$0][$1].part(of: .lateContact, nil).sum })
  }

  /// What a person feels of each candidate.
  var felt: FeltTable {
    let sums = FeltTable.Axis.allCases.map { axis in
      table { candidate, part in
        let (tally, score) = (tallies[candidate][part], tallies[candidate][part].score)
        return switch axis {
        case .late: tally.part(of: .lateContact, nil).sum
        case .delay: score.delay
        case .wrong: score.wrongTime
        case .falseChanges: score.falseChanges
        }
      }
    }
    let grounds = FeltTable.Axis.allCases.map { axis in
      table { _, part in
        let score = tallies[0][part].score
        return switch axis {
        case .late: score.contacts
        case .delay: score.trueChanges
        case .wrong: score.totalTime
        case .falseChanges: score.totalTime / 3600
        }
      }.map { $0[0] }
    }
    return FeltTable(sums: sums, grounds: grounds)
  }

  /// The candidate that comes nearest to the goals, and then costs least, on all sessions and without each of them; with
  /// contact no later where that is kept.
  func wanted(_ losses: LossTable, keepsContact: Bool) -> (whole: Int, left: [Int]) {
    let (goals, limits, count) = (objective.goals, objective.limits, names.count)
    let sets = parts.map(\.set).numbered()
    let own = Dictionary(grouping: parts.indices) { parts[$0].session }
    let counts = tallies.map { list in
      list.map { part in goals.map { $0.counts(part.score, limits) } }
    }
    let none = goals.map { _ in Goal.Counts() }
    let totals = counts.map { list in
      zip(sets, list).reduce(into: Array(repeating: none, count: (sets.max() ?? -1) + 1)) {
        for goal in goals.indices {
          $0[$1.0][goal].count += $1.1[goal].count
          $0[$1.0][goal].ground += $1.1[goal].ground
        }
      }
    }
    let (costs, later) = (losses.losses[0], losses.laterContacts)
    let sums = (0..<count).map { candidate in
      (0..<losses.sessions).reduce(0) { $0 + costs[$1 * count + candidate] }
    }
    func best(without session: Int?) -> Int {
      let gone = session.flatMap { own[$0] } ?? []
      let ranked = (0..<count).map { candidate -> (lack: Double, late: Double, cost: Double) in
        var rest = totals[candidate]
        for part in gone {
          for goal in goals.indices {
            rest[sets[part]][goal].count -= counts[candidate][part][goal].count
            rest[sets[part]][goal].ground -= counts[candidate][part][goal].ground
          }
        }
        let (cost, late) =
          session.map {
            (
              costs[$0 * count + candidate],
              losses.late[$0 * count + candidate] - losses.late[$0 * count]
            )
          } ?? (0, 0)
        return (
          rest.reduce(0) { $0 + objective.violation($1) },
          keepsContact ? max(0, later[candidate] - late) : 0, sums[candidate] - cost
        )
      }
      return (0..<count).min { ranked[$0] < ranked[$1] } ?? 0
    }
    return (best(without: nil), (0..<losses.sessions).map { best(without: $0) })
  }

  /// What each part scored with the candidate that was chosen without its session.
  func heldOut(_ picks: [Int]) -> [(set: Int, tally: Tally)] {
    parts.indices.map { (parts[$0].set, tallies[picks[parts[$0].session]][$0]) }
  }
}
