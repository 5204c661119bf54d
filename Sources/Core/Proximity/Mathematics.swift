internal import RealModule

/// The elementary functions that the zones need, under short names.
enum Mathematics {
  /// Natural logarithm; minus infinity at zero.
  static func logarithm(_ x: Double) -> Double { Double.log(x) }

  /// Exponential function.
  static func exponential(_ x: Double) -> Double { Double.exp(x) }

  /// Hyperbolic tangent.
  static func hyperbolicTangent(_ x: Double) -> Double { Double.tanh(x) }
}
