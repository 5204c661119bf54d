/// All candidates of a group that were scored on all of its recordings; the first are the settings before.
struct CandidateTable {
  /// Recordings of one session that are of one data set.
  struct Part {
    let set: Int
    let session: Int
    let recordings: [Int]
  }

  let names: [String]
  let parts: [Part]
  /// Candidate by candidate the sums of each part.
  let tallies: [[Tally]]
  private let costs: [Double]
  private let objective: Objective

  init(_ evaluator: Evaluator, _ group: TuningGroup, _ tuner: Tuner) {
    let names = [Evaluator.defaults] + evaluator.points(on: group.recordings)
    let sessions = group.recordings.map { tuner.sessions[$0] }.numbered()
    let parts = zip(group.recordings, sessions)
      .grouped { [tuner.sets[$0.0], $0.1] }
      .map { Part(set: $0[0], session: $0[1], recordings: $1.map(\.0)) }
    let task = tuner.task
    (self.names, self.parts, objective) = (names, parts, task.objective)
    tallies = names.map { name in
      parts.map { part in
        part.recordings.reduce(into: Tally()) { sum, trial in
          let score = evaluator.score(name, trial) ?? Score()
          sum.add(Tally(score, hasRanges: evaluator.trials[trial].hasRanges))
        }
      }
    }
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
    var costly = objective
    costly.goal = nil
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

  /// The candidate that comes nearest to the goal, and then costs least, on all sessions and without each of them.
  func wanted(_ goal: ContactGoal, _ losses: LossTable) -> (whole: Int, left: [Int]) {
    let within = table { tallies[$0][$1].score.contactsWithin[goal.place] }
    let contacts = table { _, part in tallies[0][part].score.contacts }.map { $0[0] }
    let costs = losses.losses[0]
    func sums(_ value: (_ session: Int, _ candidate: Int) -> Double) -> [Double] {
      names.indices.map { candidate in
        within.indices.reduce(0) { $0 + value($1, candidate) }
      }
    }
    let all = (sums { within[$0][$1] }, sums { costs[$0 * names.count + $1] })
    func best(without session: Int?) -> Int {
      let count = contacts.reduce(0, +) - (session.map { contacts[$0] } ?? 0)
      let ranked = names.indices.map { candidate -> (lack: Double, cost: Double) in
        let own = session.map { (within[$0][candidate], costs[$0 * names.count + candidate]) }
        let share = count > 0 ? (all.0[candidate] - (own?.0 ?? 0)) / count : 1
        let lack = (max(0, ContactGoal.share - share) * 1e9).rounded()
        return (lack, all.1[candidate] - (own?.1 ?? 0))
      }
      return names.indices.min { ranked[$0] < ranked[$1] } ?? 0
    }
    return (best(without: nil), within.indices.map { best(without: $0) })
  }

  /// What each part scored with the candidate that was chosen without its session.
  func heldOut(_ picks: [Int]) -> [(set: Int, tally: Tally)] {
    parts.indices.map { (parts[$0].set, tallies[picks[parts[$0].session]][$0]) }
  }
}
