internal import RealModule

/// The effect on distances of a normal error that is equal along both axes of the plane.
package enum PlanarUncertainty {
  /// The probability that a place is within a circle, 0 to 1, from the distance between its measured place and the center,
  /// and the standard deviation of one axis. A deviation of 0 means that the place is exact.
  ///
  /// The probability is the noncentral χ² distribution with two degrees of freedom at (r/σ)² with noncentrality (d/σ)², or 1
  /// - Q₁(d/σ, r/σ) with Marcum's Q. Gauss-Legendre quadrature integrates the density of the distance, x exp(-(x² + a²)/2)
  /// I₀(a x), and the result is exact to 1e-11.
  package static func probability(
    within radius: Meters, at distance: Meters, deviation: Meters
  ) -> Double {
    guard deviation.value > 0 else { return distance <= radius ? 1 : 0 }
    let a = distance.value / deviation.value
    let b = radius.value / deviation.value
    // Beyond 9 deviations, the remaining probability is below 1e-17.
    guard b > 0, b > a - tail else { return 0 }
    guard b < a + tail else { return 1 }
    let low = max(0, a - tail)
    let panels = max(1, Int((b - low).rounded(.up)))
    let width = (b - low) / Double(panels)
    var sum = 0.0
    for panel in 0..<panels {
      let middle = low + (Double(panel) + 0.5) * width
      for (node, weight) in zip(nodes, weights) {
        let step = node * width / 2
        sum += weight * (density(middle - step, a) + density(middle + step, a))
      }
    }
    return min(1, max(0, sum * width / 2))
  }

  private static let tail = 9.0

  /// The density of the distance in units of the deviation.
  private static func density(_ x: Double, _ a: Double) -> Double {
    x * Double.exp(-0.5 * (x - a) * (x - a)) * RiceDistribution.scaledBessel(order: 0, a * x)
  }

  private static let nodes = [
    0.095_012_509_837_637_44, 0.281_603_550_779_258_9, 0.458_016_777_657_227_4,
    0.617_876_244_402_643_7, 0.755_404_408_355_003, 0.865_631_202_387_831_7,
    0.944_575_023_073_232_6, 0.989_400_934_991_649_9,
  ]
  private static let weights = [
    0.189_450_610_455_068_5, 0.182_603_415_044_923_6, 0.169_156_519_395_002_54,
    0.149_595_988_816_576_73, 0.124_628_971_255_533_87, 0.095_158_511_682_492_78,
    0.062_253_523_938_647_89, 0.027_152_459_411_754_095,
  ]
}
