internal import RealModule

// MARK: - What the candidates show

extension TuningSession {
  /// The number of parts of the candidates, sorted by a setting's value.
  private static let parts = 8
  private static let fewest = 24

  /// The importance of each searched setting, from the candidates only. An interrupted search has no importances.
  func importances(_ all: Evaluator, _ findings: Findings) throws -> [TuningResult.Importance] {
    var found: [TuningResult.Importance] = []
    for (index, own) in findings.groups.enumerated() {
      let points = all.points(in: index).compactMap(all.values)
      guard points.count >= Self.fewest else { continue }
      let costs: [Double?]
      do {
        costs = try all.assess(points, in: index).map { $0?.ratio }
      } catch is TuningInterruption {
        return []
      }
      for axis in groups[index].dimensions where !own.idle.contains(axis) {
        let candidates = zip(points, costs).compactMap { point, cost in
          cost.map { (value: point[axis], cost: $0) }
        }.sorted { ($0.value, $0.cost) < ($1.value, $1.cost) }
        guard candidates.first?.value != candidates.last?.value else { continue }
        found.append(
          .init(
            key: task.space.dimensions[axis].key, share: Self.share(candidates.map(\.cost)),
            candidates: candidates))
      }
    }
    return found.sorted { ($1.share, $0.key) < ($0.share, $1.key) }
  }

  /// The share of the variance of log(cost) between the parts of an order, minus the share for a random order. Logarithms
  /// reduce the effect of a few very bad candidates.
  private static func share(_ ordered: [Double]) -> Double {
    let costs = ordered.map { Double.log(max($0, 1e-9)) }
    func squares(_ values: [Double]) -> Double { Statistics.moments(values, values).sxx }
    let total = squares(costs)
    guard total > 0 else { return 0 }
    let count = costs.count
    let within = (0..<parts).reduce(0.0) { sum, part in
      sum + squares(Array(costs[part * count / parts..<(part + 1) * count / parts]))
    }
    let adjusted = 1 - within / Double(max(1, count - parts)) / (total / Double(max(1, count - 1)))
    return max(0, adjusted)
  }
}
