internal import RealModule

package enum NormalDistribution {
  /// The half-width of the 95% interval: the quantile of 0.975.
  @inlinable package static var quantile95: Double { 1.959_963_984_540_054 }

  static func density(_ z: Double) -> Double {
    Double.exp(-0.5 * z * z) / (2 * Double.pi).squareRoot()
  }

  package static func cumulative(_ z: Double) -> Double { 0.5 * Double.erfc(-z * 0.5.squareRoot()) }

  /// Returns `cumulative` of two numbers, exact to 1.5e-7, without an error function (Abramowitz and Stegun 1964, 26.2.19).
  @inline(__always) static func roughCumulative(_ z: SIMD2<Double>) -> SIMD2<Double> {
    let x = z.replacing(with: -z, where: z .< 0)
    let inner = 0.003_277_626_3 + x * (0.000_038_003_6 + x * (0.000_048_890_6 + x * 0.000_005_383))
    let root = 1 + x * (0.049_867_347 + x * (0.021_141_006_1 + x * inner))
    let square = root * root
    let fourth = square * square
    let eighth = fourth * fourth
    let tail = 0.5 / (eighth * eighth)
    return tail.replacing(with: 1 - tail, where: z .> 0)
  }

  /// Returns the middle 95% of a normal distribution cut at zero, such as the posterior of a distance. If this interval
  /// would exclude the mean, which is then next to zero, the interval begins at the mean.
  @inline(__always) package static func interval95(
    aboveZero mean: Double, _ deviation: Double
  ) -> (low: Double, high: Double) {
    // Beyond six deviations, the cut removes less than 1e-9.
    guard mean < CutInterval.range * deviation else {
      let reach = quantile95 * deviation
      return (mean - reach, mean + reach)
    }
    let ends = CutInterval.table.ends(mean / deviation)
    return (max(mean + min(ends.x, 0) * deviation, 0), mean + ends.y * deviation)
  }

  /// Returns the value that a standard normal variable stays below with this probability; for 0 < p < 1. Rational approximation
  /// by P. J. Acklam (relative error 1.15e-9), made exact to rounding by one Halley step.
  package static func quantile(_ probability: Double) -> Double {
    if probability > 0.5 { return -quantile(1 - probability) }
    let start = approximateLowerQuantile(probability)
    let step = (cumulative(start) - probability) / density(start)
    return start - step / (1 + 0.5 * start * step)
  }

  private static func approximateLowerQuantile(_ p: Double) -> Double {
    if p < 0.02425 {
      let q = (-2 * Double.log(p)).squareRoot()
      let a = (-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838
      let numerator = ((a * q - 2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783
      let b = (0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996
      return numerator / ((b * q + 3.754408661907416) * q + 1)
    }
    let q = p - 0.5
    let r = q * q
    let a = (-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687
    let numerator = ((a * r + 138.3577518672690) * r - 30.66479806614716) * r + 2.506628277459239
    let b = (-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866
    return q * numerator / (((b * r + 66.80131188771972) * r - 13.28068155288572) * r + 1)
  }
}

/// The ends of the middle 95% of a normal distribution cut at zero, in deviations from its mean, for every estimate near
/// zero. Hermite cubics over the mean in deviations, exact to 1e-7.
private struct CutInterval: Sendable {
  /// Both ends, and their slopes per step.
  private let nodes: [SIMD4<Double>]

  static let table = CutInterval()
  static let range = 6.0
  private static let nodesPerDeviation = 16.0

  private init() {
    nodes = (0...Int(Self.range * Self.nodesPerDeviation)).map { node in
      let mean = Double(node) / Self.nodesPerDeviation
      let left = NormalDistribution.cumulative(mean)
      let low = NormalDistribution.quantile(1 - 0.975 * left)
      let high = -NormalDistribution.quantile(0.025 * left)
      let step = NormalDistribution.density(mean) / Self.nodesPerDeviation
      return [
        low, high, -0.975 * step / NormalDistribution.density(low),
        -0.025 * step / NormalDistribution.density(high),
      ]
    }
  }

  @inline(__always) func ends(_ mean: Double) -> SIMD2<Double> {
    let place = max(mean, 0) * Self.nodesPerDeviation
    let node = min(Int(place), nodes.count - 2)
    let t = place - Double(node)
    let (from, to) = (nodes[node], nodes[node + 1])
    let rise = to.lowHalf - from.lowHalf
    let bend = (1 - t) * (from.highHalf - rise) - t * (to.highHalf - rise)
    return from.lowHalf + t * (rise + (1 - t) * bend)
  }
}
