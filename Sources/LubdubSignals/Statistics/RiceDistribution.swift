package import Lubdub
internal import RealModule

/// The distribution of the distance to a place measured with a normal error that is equal along both axes.
package enum RiceDistribution {
  /// The mean of the measured distance at a true distance: Rice's distribution, σ √(π/2) L½(-d²/2σ²), with a positive
  /// standard deviation of one axis.
  package static func mean(true distance: Meters, deviation: Meters) -> Meters {
    let half = distance.value * distance.value / (4 * deviation.value * deviation.value)
    let laguerre =
      (1 + 2 * half) * scaledBessel(order: 0, half) + 2 * half * scaledBessel(order: 1, half)
    return Meters(deviation.value * (Double.pi / 2).squareRoot() * laguerre)
  }

  /// exp(-x) Iₙ(x) for orders 0 and 1: the power series, and for x > 25 the asymptotic series (Abramowitz and Stegun 9.6.10
  /// and 9.7.1).
  package static func scaledBessel(order: Int, _ x: Double) -> Double {
    guard x > 25 else {
      let square = x * x / 4
      var term = order == 0 ? 1 : x / 2
      var sum = term
      var k = 1.0
      while term > sum * 1e-17 {
        term *= square / (k * (k + Double(order)))
        sum += term
        k += 1
      }
      return sum * Double.exp(-x)
    }
    let mu = order == 0 ? 0.0 : 4.0
    var term = 1.0
    var sum = 1.0
    for k in 1...30 {
      let odd = Double(2 * k - 1)
      let next = term * (odd * odd - mu) / (8 * Double(k) * x)
      guard abs(next) < abs(term), abs(next) > 1e-17 else { break }
      term = next
      sum += term
    }
    return sum / (2 * Double.pi * x).squareRoot()
  }
}
