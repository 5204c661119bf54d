/// A straight line by least squares through groups of samples. Each group has the same weight, because readings of one place
/// share their error.
struct GroupedLine: Sendable, Hashable {
  typealias Sample = (x: Double, value: Double)

  /// The mean of x, with equal weights for the groups.
  private(set) var center = 0.0
  private(set) var level = 0.0
  /// The change of the value per unit of x; 0 if x does not vary.
  private(set) var slope = 0.0

  init(_ groups: [[Sample]], times: [Int]? = nil) {
    var total = 0.0
    func visit(_ body: (_ sample: Sample, _ share: Double) -> Void) {
      for (place, group) in groups.enumerated() {
        let share = Double(times?[place] ?? 1) / Double(max(1, group.count))
        guard share > 0 else { continue }
        for sample in group { body(sample, share) }
      }
    }
    visit { sample, share in
      total += share
      level += share * sample.value
      center += share * sample.x
    }
    guard total > 0 else { return }
    level /= total
    center /= total
    var (squares, products) = (0.0, 0.0)
    visit { sample, share in
      let away = sample.x - center
      products += share * away * (sample.value - level)
      squares += share * away * away
    }
    if squares > 0 { slope = products / squares }
  }

  /// The residual of each sample. The fit for a fold uses the groups of the other folds.
  static func heldOut(_ groups: [[Sample]], folds: [[Int]]) -> [[Double]] {
    var left = groups.map { _ in [Double]() }
    for fold in folds {
      let fit = GroupedLine(groups, times: groups.indices.map { fold.contains($0) ? 0 : 1 })
      for place in fold {
        left[place] = groups[place].map { $0.value - (fit.level + fit.slope * ($0.x - fit.center)) }
      }
    }
    return left
  }

  /// The square root of the mean over groups of their mean squares; `nil` if there are no groups.
  static func rootMeanSquare(_ groups: [[Double]]) -> Double? {
    let squares = groups.compactMap { group in Statistics.mean(group.map { $0 * $0 }) }
    return Statistics.mean(squares)?.squareRoot()
  }
}
