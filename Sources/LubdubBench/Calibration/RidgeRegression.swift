/// A straight line over several features by least squares, with the weights drawn towards zero (Hoerl and
/// Kennard, Technometrics 12, 1970). Samples come in groups, and every group counts the same: readings
/// of one place share their error.
package struct RidgeRegression: Sendable, Hashable {
  /// Features, and the value that they are to show.
  package struct Sample: Sendable, Hashable {
    package var features: [Double]
    /// The value.
    package var value: Double

    package init(_ features: [Double], value: Double) {
      self.features = features
      self.value = value
    }
  }

  /// The means of the features, of all groups alike.
  package private(set) var centers: [Double]
  /// The mean value.
  package private(set) var level: Double
  /// How much the value grows with each feature.
  package private(set) var weights: [Double]

  /// Fits groups of samples.
  package init(_ groups: [[Sample]], ridge: Double = 0, times: [Int]? = nil) {
    let count = groups.lazy.compactMap(\.first).first?.features.count ?? 0
    centers = [Double](repeating: 0, count: count)
    weights = centers
    level = 0
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
      for (place, feature) in sample.features.enumerated() { centers[place] += share * feature }
    }
    guard total > 0 else { return }
    level /= total
    centers = centers.map { $0 / total }
    var matrix = [[Double]](repeating: centers.map { _ in 0 }, count: count)
    var right = centers.map { _ in 0.0 }
    visit { sample, share in
      let away = zip(sample.features, centers).map { $0 - $1 }
      for row in 0..<count {
        right[row] += share * away[row] * (sample.value - level)
        for column in 0..<count { matrix[row][column] += share * away[row] * away[column] }
      }
    }
    for place in 0..<count { matrix[place][place] += ridge }
    weights = Self.solve(matrix, right)
  }

  /// The value that features show.
  package func value(_ features: [Double]) -> Double {
    var sum = level
    for (place, feature) in features.enumerated() {
      sum += weights[place] * (feature - centers[place])
    }
    return sum
  }

  /// What is left of each sample when its fold is fitted by the groups of the other folds.
  package static func heldOut(
    _ groups: [[Sample]], folds: [[Int]], ridge: Double = 0
  ) -> [[Double]] {
    var left = groups.map { _ in [Double]() }
    for fold in folds {
      let times = groups.indices.map { fold.contains($0) ? 0 : 1 }
      let fit = RidgeRegression(groups, ridge: ridge, times: times)
      for place in fold { left[place] = groups[place].map { $0.value - fit.value($0.features) } }
    }
    return left
  }

  /// Root of the mean over groups of their mean squares; `nil` without groups.
  package static func rootMeanSquare(_ groups: [[Double]]) -> Double? {
    let full = groups.filter { !$0.isEmpty }
    guard !full.isEmpty else { return nil }
    let squares = full.map { group in
      group.reduce(0) { $0 + $1 * $1 } / Double(group.count)
    }
    return (squares.reduce(0, +) / Double(full.count)).squareRoot()
  }

  /// Gaussian elimination for a positive definite matrix; 0 for what does not vary.
  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    var (matrix, right) = (matrix, right)
    let count = right.count
    let scale = matrix.indices.map { matrix[$0][$0] }.max() ?? 0
    for pivot in 0..<count {
      guard matrix[pivot][pivot] > 1e-12 * scale else { continue }
      for row in (pivot + 1)..<max(pivot + 1, count) {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot..<count { matrix[row][column] -= factor * matrix[pivot][column] }
        right[row] -= factor * right[pivot]
      }
    }
    var result = right.map { _ in 0.0 }
    for row in (0..<count).reversed() where matrix[row][row] > 1e-12 * scale {
      let known = ((row + 1)..<max(row + 1, count)).reduce(0) { $0 + matrix[row][$1] * result[$1] }
      result[row] = (right[row] - known) / matrix[row][row]
    }
    return result
  }
}
