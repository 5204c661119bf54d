/// The search over the settings of one group, on some of its recordings.
final class GroupSearch {
  private let session: TuningSession
  private var group: TuningGroup
  private let evaluator: Evaluator
  private let recordings: [Int]
  /// The cost of the best values.
  private(set) var least = Double.greatestFiniteMagnitude
  /// The best values that were found, one for each setting of the space.
  private(set) var best: [Double]
  /// Settings that move nothing and were not searched.
  private(set) var idle: [Int] = []
  /// The least cost that the search found with each seed.
  private(set) var restarts: [Double] = []

  init(
    _ session: TuningSession, _ group: TuningGroup, _ evaluator: Evaluator, _ recordings: [Int]
  ) {
    self.session = session
    self.group = group
    self.evaluator = evaluator
    self.recordings = recordings
    best = session.start
  }

  /// At most so many recordings are screened on, taken from the data sets in turn.
  static let screened = 12
  /// A cost that changes by less than this share does not move.
  private static let leastMove = 0.001

  /// Moves each setting alone, a quarter of its range down and up, and keeps those that move the
  /// objective: a search in fewer dimensions gets farther with the same budget.
  private func screen() throws {
    // The first of each data set, then the second, and so on: large sets do not crowd out small ones.
    var seen: [Int: Int] = [:]
    let sets = session.task.sets
    let ranked = recordings.map { index -> (rank: Int, index: Int) in
      defer { seen[sets[index], default: 0] += 1 }
      return (seen[sets[index], default: 0], index)
    }
    let part = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .prefix(Self.screened).map(\.index).sorted()
    let tried = group.dimensions.flatMap { axis -> [[Double]] in
      let dimension = session.task.space.dimensions[axis]
      let place = dimension.place(of: session.start[axis])
      return [-0.25, 0.25].map { step in
        var values = session.start
        // What ends at a border goes the other way.
        let isInside = (0...1).contains(place + step)
        values[axis] = dimension.value(at: isInside ? place + step : place - 2 * step)
        return values
      }
    }
    let start = try evaluator.costs([session.start], part)[0]
    let costs = try evaluator.costs(tried, part)
    let moves = costs.map { cost in
      zip(cost, start).contains { ($0 - $1).magnitude > Self.leastMove }
    }
    let active = group.dimensions.indices.filter { moves[2 * $0] || moves[2 * $0 + 1] }
    guard !active.isEmpty, active.count < group.dimensions.count else { return }
    let axes = active.map { group.dimensions[$0] }
    idle = group.dimensions.filter { !axes.contains($0) }
    group = TuningGroup(radios: group.radios, recordings: group.recordings, dimensions: axes)
  }

  /// Searches anew with each seed, refines the best of all, then puts back what does not pay. A front is
  /// searched with the first seed alone.
  ///
  /// - Returns: The front, where one was asked for.
  func run(seeds: [UInt64]) throws -> [TuningResult.FrontPoint] {
    try screen()
    guard !session.task.objective.isFront else { return try front(search(seeds.first ?? 0)) }
    for seed in seeds { restarts += try search(seed).first?.costs ?? [] }
    try refine()
    try putBack()
    return []
  }

  /// One search; the best candidates come first.
  private func search(_ seed: UInt64) throws -> [Search.Candidate] {
    let search = session.tuner.search(group, trials: recordings.count, seed: seed)
    return try search.run { places, part in
      let candidates = places.map(values)
      let costs = try evaluator.costs(candidates, part.map { recordings[$0] })
      if part.count == recordings.count { remember(candidates, costs) }
      return costs
    }
  }

  private func front(_ found: [Search.Candidate]) -> [TuningResult.FrontPoint] {
    let first = ParetoRanking.fronts(found.map(\.costs)).first ?? []
    return first.map { found[$0] }.sorted { $0.costs.lexicographicallyPrecedes($1.costs) }
      .map { TuningResult.FrontPoint(values: values(at: $0.place), costs: $0.costs) }
  }

  /// All values of the space, for a place in the group's cube.
  private func values(at place: [Double]) -> [Double] {
    var values = session.start
    for (coordinate, axis) in zip(place, group.dimensions) {
      values[axis] = session.task.space.dimensions[axis].value(at: coordinate)
    }
    return values
  }

  /// Of a front, the point with the least sum of costs is the best.
  private func remember(_ candidates: [[Double]], _ costs: [[Double]]) {
    for (values, cost) in zip(candidates, costs) {
      let sum = cost.reduce(0, +)
      guard sum < least else { continue }
      (best, least) = (values, sum)
    }
  }

  /// How far the best is moved along each setting at the end, as shares of the range.
  static let refinements = [0.1, 0.05, 0.02]

  /// Moves one setting of the best after the other, less and less, and keeps what pays: different seeds
  /// that end near the same optimum end in it.
  private func refine() throws {
    for reach in Self.refinements {
      for axis in group.dimensions {
        let dimension = session.task.space.dimensions[axis]
        let place = dimension.place(of: best[axis])
        let moved = [-reach, reach].map { step -> [Double] in
          var values = best
          values[axis] = dimension.value(at: place + step)
          return values
        }
        remember(moved, try evaluator.costs(moved, recordings))
      }
    }
  }

  /// Puts settings back to where the search began, the least important first, as long as that costs
  /// next to nothing: fewer settings are changed, and each that is has a reason.
  private func putBack() throws {
    let changed = group.dimensions.filter { best[$0] != session.start[$0] }
    let alone = try evaluator.costs(changed.map { without([$0], best) }, recordings)
    let dispensable = TuningSession.leastShare * max(0, 1 - least)
    let order = zip(changed, alone).sorted { ($0.1[0], $0.0) < ($1.1[0], $1.0) }
    for (axis, _) in order {
      let candidate = without([axis], best)
      let cost = try evaluator.costs([candidate], recordings)[0][0]
      guard cost <= least + dispensable else { continue }
      (best, least) = (candidate, cost)
    }
  }

  private func without(_ axes: [Int], _ values: [Double]) -> [Double] {
    var values = values
    for axis in axes { values[axis] = session.start[axis] }
    return values
  }
}
