struct Assessment: Sendable {
  struct Part: Sendable {
    /// The cost relative to the defaults, whose cost is 1.
    let ratio: Double
    /// The standard error of the ratio between sessions.
    let deviation: Double
    let measures: [Double]
    /// The distance from the goals; 0 if all goals are met.
    let violation: Double
  }

  let parts: [Part]

  var ratio: Double { Self.mean(parts.map(\.ratio)) }

  /// The weight of one data set's loss against the gain of another data set.
  private static let harmWeight = 4.0
  /// The weight of the distance to a goal, larger than any cost.
  private static let goalWeight = 1e6

  /// The mean ratio plus its standard error, because the best of a thousand candidates is also the luckiest, while the
  /// defaults were not selected. A data set that may be worse than with the defaults adds to the cost, so that no data set
  /// pays for others.
  var cost: Double {
    let count = Double(max(1, parts.count))
    let squares = parts.reduce(0) { $0 + $1.deviation * $1.deviation }
    let harm = parts.map { max(0, $0.ratio + $0.deviation - 1) }
    return ratio + squares.squareRoot() / count + Self.harmWeight * Self.mean(harm)
  }

  /// The figures that a search minimizes: the distance from its goals before the cost, or the mean ratio of every measure
  /// for a front.
  func costs(_ objective: Objective) -> [Double] {
    if objective.isFront {
      return objective.terms.indices.map { term in Self.mean(parts.map { $0.measures[term] }) }
    }
    return [cost + Self.goalWeight * parts.reduce(0) { $0 + $1.violation }]
  }

  private static func mean(_ values: [Double]) -> Double { Statistics.mean(values) ?? 1 }
}

extension Assessment.Part {
  private static let mostBlocks = 12

  /// The recordings of one data set with a candidate and with the defaults.
  ///
  /// The standard error is the jackknife error: the spread of the ratio when one block of sessions after the other is left
  /// out (Efron and Stein, "The jackknife estimate of variance", Ann. Stat. 9 (1981)). For a single session, it is unknown
  /// and counts as zero.
  init(
    _ tallies: [Tally], _ normals: [Tally], sessions: [Int],
    costs: (candidate: Double, normal: Double), objective: Objective
  ) {
    let order = Dictionary(
      uniqueKeysWithValues: Set(sessions).sorted().enumerated().map { ($1, $0) })
    let count = min(Self.mostBlocks, order.count)
    var blocks = [(Tally, Tally)](repeating: (Tally(), Tally()), count: count)
    for index in tallies.indices {
      let block = (order[sessions[index]] ?? 0) % count
      blocks[block].0.add(tallies[index])
      blocks[block].1.add(normals[index])
    }
    func ratio(without left: Int?) -> Double {
      let kept = blocks.indices.filter { $0 != left }
      return objective.ratio(
        Summary(kept.map { blocks[$0].0 }, cost: costs.candidate),
        Summary(kept.map { blocks[$0].1 }, cost: costs.normal))
    }
    self.ratio = ratio(without: nil)
    let whole = Summary(tallies, cost: costs.candidate)
    measures = objective.ratios(whole, Summary(normals, cost: costs.normal))
    let limits = objective.limits
    violation = objective.violation(objective.goals.map { $0.counts(whole.total, limits) })
    guard count > 1 else {
      deviation = 0
      return
    }
    let ratios = blocks.indices.map { ratio(without: $0) }
    let squares = Statistics.moments(ratios, ratios).sxx
    deviation = (squares * Double(count - 1) / Double(count)).squareRoot()
  }
}
