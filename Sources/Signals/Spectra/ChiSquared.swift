/// The chi-squared distribution.
enum ChiSquared {
  /// The probability of a value of at least `statistic`: the regularised incomplete gamma function,
  /// by its series below the mean and by Lentz's continued fraction above (Press et al., "Numerical
  /// Recipes", 6.2).
  static func upperTail(_ statistic: Double, degreesOfFreedom: Double) -> Double {
    let (shape, point) = (degreesOfFreedom / 2, statistic / 2)
    guard point > 0 else { return 1 }
    let factor = Math.exp(shape * Math.log(point) - point - Math.logGamma(shape))
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
}
