/// Orders points with several costs, of which smaller costs are better. The order is non-dominated sorting, with crowding
/// within a front, so that the front stays wide (Deb, Pratap, Agarwal, Meyarivan, "A fast and elitist multiobjective genetic
/// algorithm: NSGA-II", IEEE Trans. Evol. Comput. 6 (2002)).
///
/// With a single cost, the order is the order of the costs.
package enum ParetoRanking {
  /// Whether one point is at least as good as another in all costs, and better in at least one.
  package static func dominates(_ one: [Double], _ other: [Double]) -> Bool {
    var isBetter = false
    for (left, right) in zip(one, other) {
      if left > right { return false }
      if left < right { isBetter = true }
    }
    return isBetter
  }

  /// The Pareto fronts, best first: each front contains the candidates that only earlier fronts dominate. Indices ascend.
  package static func fronts(_ costs: [[Double]]) -> [[Int]] {
    var dominators = [Int](repeating: 0, count: costs.count)
    var dominated = [[Int]](repeating: [], count: costs.count)
    for one in costs.indices {
      for other in costs.indices where dominates(costs[one], costs[other]) {
        dominated[one].append(other)
        dominators[other] += 1
      }
    }
    var fronts: [[Int]] = []
    var front = costs.indices.filter { dominators[$0] == 0 }
    while !front.isEmpty {
      fronts.append(front)
      var next: [Int] = []
      for one in front {
        for other in dominated[one] {
          dominators[other] -= 1
          if dominators[other] == 0 { next.append(other) }
        }
      }
      front = next.sorted()
    }
    return fronts
  }

  /// All indices, the best first. Equal points keep their order.
  package static func order(_ costs: [[Double]]) -> [Int] {
    guard let count = costs.first?.count, count > 1 else {
      return costs.indices.sorted { (costs[$0].first ?? 0, $0) < (costs[$1].first ?? 0, $1) }
    }
    return fronts(costs).flatMap { front in
      let crowding = crowding(front.map { costs[$0] })
      return front.indices.sorted {
        crowding[$0] == crowding[$1] ? $0 < $1 : crowding[$0] > crowding[$1]
      }.map { front[$0] }
    }
  }

  /// The distance between the neighbors of each point in its front, summed over the costs; infinite at the ends.
  static func crowding(_ costs: [[Double]]) -> [Double] {
    var distances = [Double](repeating: 0, count: costs.count)
    guard let count = costs.first?.count else { return distances }
    for cost in 0..<count {
      let order = costs.indices.sorted { (costs[$0][cost], $0) < (costs[$1][cost], $1) }
      guard let first = order.first, let last = order.last else { continue }
      let width = costs[last][cost] - costs[first][cost]
      distances[first] = .infinity
      distances[last] = .infinity
      guard width > 0, order.count > 2 else { continue }
      for place in 1..<(order.count - 1) {
        let gap = costs[order[place + 1]][cost] - costs[order[place - 1]][cost]
        distances[order[place]] += gap / width
      }
    }
    return distances
  }
}
