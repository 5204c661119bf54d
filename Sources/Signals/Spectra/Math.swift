internal import RealModule

/// The elementary functions, for the whole module.
enum Math {
  static func sin(_ x: Double) -> Double { .sin(x) }
  static func cos(_ x: Double) -> Double { .cos(x) }
  static func atan2(_ y: Double, _ x: Double) -> Double { .atan2(y: y, x: x) }
  static func exp(_ x: Double) -> Double { .exp(x) }
  static func log(_ x: Double) -> Double { .log(x) }
  static func log10(_ x: Double) -> Double { .log10(x) }
  static func power(_ base: Double, _ exponent: Double) -> Double { .pow(base, exponent) }

  /// The logarithm of the gamma function of a positive number, by Lanczos' series with g = 5, as in
  /// Press et al., "Numerical Recipes", 6.1; relative error below 2e-10.
  static func logGamma(_ x: Double) -> Double {
    let coefficients = [
      76.180_091_729_471_46, -86.505_320_329_416_77, 24.014_098_240_830_91,
      -1.231_739_572_450_155, 0.120_865_097_386_617_9e-2, -0.539_523_938_495_3e-5,
    ]
    let shifted = x + 5.5
    let head = shifted - (x + 0.5) * log(shifted)
    var series = 1.000_000_000_190_015
    for (index, coefficient) in coefficients.enumerated() {
      series += coefficient / (x + Double(index + 1))
    }
    return log(2.506_628_274_631_000_5 * series / x) - head
  }
}
