final class GroupSearch {
  private let session: TuningSession
  private let index: Int
  private var group: TuningGroup
  private let evaluator: Evaluator
  private(set) var least = Double.greatestFiniteMagnitude
  private(set) var best: [Double]
  private(set) var idle: [Int] = []
  private(set) var restarts: [Double] = []
  /// The sessions that each search left out, and the names of its candidates.
  private(set) var folds: [(sessions: [Int], tried: Set<String>)] = []

  init(_ session: TuningSession, _ index: Int, _ evaluator: Evaluator) {
    self.session = session
    self.index = index
    group = session.groups[index]
    self.evaluator = evaluator
    best = session.start
  }

  /// The smallest relative change of the cost that counts as an effect.
  private static let leastMove = 0.001

  /// Keeps only settings with an effect on the objective, because a search in fewer dimensions finds more.
  private func screen() throws {
    let tried = group.dimensions.flatMap { axis -> [[Double]] in
      let dimension = session.task.space.dimensions[axis]
      let place = dimension.place(of: session.start[axis])
      return [-0.25, 0.25].map { step in
        var values = session.start
        // If a step crosses the border, a larger step in the other direction replaces it.
        let isInside = (0...1).contains(place + step)
        values[axis] = dimension.value(at: isInside ? place + step : place - 2 * step)
        return values
      }
    }
    let start = try evaluator.costs([session.start], in: index)[0]
    let costs = try evaluator.costs(tried, in: index)
    remember(tried, costs)
    let moves = costs.map { cost in
      zip(cost, start).contains { ($0 - $1).magnitude > Self.leastMove }
    }
    let moving = group.dimensions.indices.filter { moves[2 * $0] || moves[2 * $0 + 1] }
    let keys = group.dimensions.map { session.task.space.dimensions[$0].key }
    // The settings of a rule have no effect while another rule is active, so they stay if the rule itself is searched.
    let rules = moving.map { keys[$0] }.filter { $0.hasSuffix(".rule") }
    let active = group.dimensions.indices.filter { place in
      moving.contains(place)
        || rules.contains { keys[place].hasPrefix($0.dropLast(".rule".count) + ".") }
    }
    guard !active.isEmpty, active.count < group.dimensions.count else { return }
    let axes = active.map { group.dimensions[$0] }
    idle = group.dimensions.filter { !axes.contains($0) }
    group = TuningGroup(radios: group.radios, recordings: group.recordings, dimensions: axes)
  }

  /// Runs one search per seed, each without a part of the sessions. Then searches once more on all sessions from the best
  /// candidates, and refines the best candidate.
  func run(seeds: [UInt64]) throws -> [TuningResult.FrontPoint] {
    try screen()
    guard !session.task.objective.isFront else { return try front(search(seeds.first ?? 0)) }
    var found: [Search.Candidate] = []
    for (seed, sessions) in zip(seeds, parts(seeds.count)) {
      folds.append((sessions, []))
      found += try search(seed, without: Set(sessions)).prefix(1)
    }
    restarts = try evaluator.assess(found.map { values(at: $0.place) }, in: index)
      .compactMap { $0?.cost }
    if let last = seeds.last, seeds.count > 1 {
      let best = try search(last &+ 1, from: found.map(\.place)).first
      try best.map { try refine($0) }
    }
    try putBack()
    return []
  }

  /// Divides the sessions at random into parts, with each data set in all parts. A single session is not left out.
  private func parts(_ count: Int) -> [[Int]] {
    var random = SplitMix64(seed: session.task.seed)
    let sessions = evaluator.parts[index].grouped { $0.session }
      .map { (set: $1[0].set, key: random.next(), session: $0) }
      .sorted { ($0.set, $0.key) < ($1.set, $1.key) }.map(\.session)
    return (0..<count).map { part in
      sessions.count < 2
        ? [] : stride(from: part, to: sessions.count, by: count).map { sessions[$0] }
    }
  }

  /// Runs one search, and returns the candidates, the best first.
  private func search(
    _ seed: UInt64, without left: Set<Int> = [], from places: [[Double]] = []
  ) throws -> [Search.Candidate] {
    let search = session.tuner.search(group, seed: seed, from: places)
    return try search.run { places in
      let candidates = places.map(values)
      let costs = try evaluator.costs(candidates, in: index, without: left)
      if left.isEmpty {
        remember(candidates, costs)
      } else {
        folds[folds.count - 1].tried.formUnion(candidates.map(Evaluator.name))
      }
      return costs
    }
  }

  private func front(_ found: [Search.Candidate]) -> [TuningResult.FrontPoint] {
    let first = ParetoRanking.fronts(found.map(\.costs)).first ?? []
    return first.map { found[$0] }.sorted { $0.costs.lexicographicallyPrecedes($1.costs) }
      .map { TuningResult.FrontPoint(values: values(at: $0.place), costs: $0.costs) }
  }

  private func values(at place: [Double]) -> [Double] {
    var values = session.start
    for (coordinate, axis) in zip(place, group.dimensions) {
      values[axis] = session.task.space.dimensions[axis].value(at: coordinate)
    }
    return values
  }

  /// Stores the best candidate. For a front, the smallest sum of costs counts.
  private func remember(_ candidates: [[Double]], _ costs: [[Double]]) {
    for (values, cost) in zip(candidates, costs) {
      let sum = cost.reduce(0, +)
      guard sum < least else { continue }
      (best, least) = (values, sum)
    }
  }

  /// The first and the last step of a setting, as shares of its range.
  private static let reaches = (first: 0.1, last: 0.01)

  /// Moves one setting after the other, and keeps improvements. Then repeats the same move for all settings, or halves the
  /// step if nothing improved (Hooke and Jeeves, "Direct search solution of numerical and statistical problems", J. ACM 8
  /// (1961)). Seeds that end near the same optimum reach it.
  private func refine(_ found: Search.Candidate) throws {
    var (place, cost) = (found.place, found.costs[0])
    var reach = Self.reaches.first
    var left = session.task.budget
    func take(_ places: [[Double]]) throws {
      let candidates = places.map { self.values(at: $0) }
      let costs = try evaluator.costs(candidates, in: index)
      remember(candidates, costs)
      left -= places.count
      for (tried, found) in zip(places, costs) where found[0] < cost {
        (place, cost) = (tried, found[0])
      }
    }
    while reach >= Self.reaches.last, left > 0 {
      let start = place
      for axis in place.indices where left > 0 {
        let moved = [-reach, reach].map { step -> [Double] in
          var moved = place
          moved[axis] = min(max(moved[axis] + step, 0), 1)
          return moved
        }
        try take(moved)
      }
      if place == start {
        reach /= 2
      } else {
        try take([zip(place, start).map { min(max(2 * $0 - $1, 0), 1) }])
      }
    }
  }

  /// Restores settings to their first values if that hardly increases the cost. So fewer settings change, and each change
  /// has a reason.
  private func putBack() throws {
    let changed = group.dimensions.filter { best[$0] != session.start[$0] }
    let alone = try evaluator.costs(changed.map { without($0, best) }, in: index)
    let most = least + TuningSession.leastShare * max(0, 1 - least)
    let order = zip(changed, alone).sorted { ($0.1[0], $0.0) < ($1.1[0], $1.0) }
    for (axis, _) in order {
      let candidate = without(axis, best)
      let cost = try evaluator.costs([candidate], in: index)[0][0]
      guard cost <= most else { continue }
      (best, least) = (candidate, cost)
    }
  }

  private func without(_ axis: Int, _ values: [Double]) -> [Double] {
    var values = values
    values[axis] = session.start[axis]
    return values
  }
}
