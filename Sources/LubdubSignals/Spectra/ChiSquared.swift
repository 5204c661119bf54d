internal import RealModule

enum ChiSquared {
  /// The probability of a value of at least `statistic`: the regularised incomplete gamma function,
  /// by its series below the mean and by Lentz's continued fraction above (Press et al., "Numerical
  /// Recipes", 6.2).
  static func upperTail(_ statistic: Double, degreesOfFreedom: Double) -> Double {
    let (shape, point) = (degreesOfFreedom / 2, statistic / 2)
    guard point > 0 else { return 1 }
    let factor = Double.exp(shape * Double.log(point) - point - logGamma(shape))
    if point < shape + 1 { return 1 - factor * series(shape, point) }
    return factor * continuedFraction(shape, point)
  }

  private static func series(_ shape: Double, _ point: Double) -> Double {
    var term = 1 / shape
    var sum = term
    for step in 1...100_000 {
      term *= point / (shape + Double(step))
      sum += term
      if term < sum * 1e-15 { break }
    }
    return sum
  }

  private static func continuedFraction(_ shape: Double, _ point: Double) -> Double {
    let tiny = 1e-300
    var denominator = point + 1 - shape
    var ratio = 1 / tiny
    var inverse = 1 / denominator
    var value = inverse
    for step in 1...100_000 {
      let numerator = -Double(step) * (Double(step) - shape)
      denominator += 2
      inverse = numerator * inverse + denominator
      if abs(inverse) < tiny { inverse = tiny }
      ratio = denominator + numerator / ratio
      if abs(ratio) < tiny { ratio = tiny }
      inverse = 1 / inverse
      let change = inverse * ratio
      value *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return value
  }

  /// The logarithm of the gamma function of a positive number, by Lanczos' series with g = 5, as in
  /// Press et al., "Numerical Recipes", 6.1; relative error below 2e-10.
  private static func logGamma(_ x: Double) -> Double {
    let coefficients = [
      76.180_091_729_471_46, -86.505_320_329_416_77, 24.014_098_240_830_91,
      -1.231_739_572_450_155, 0.120_865_097_386_617_9e-2, -0.539_523_938_495_3e-5,
    ]
    let shifted = x + 5.5
    let head = shifted - (x + 0.5) * Double.log(shifted)
    var series = 1.000_000_000_190_015
    for (index, coefficient) in coefficients.enumerated() {
      series += coefficient / (x + Double(index + 1))
    }
    return Double.log(2.506_628_274_631_000_5 * series / x) - head
  }
}
