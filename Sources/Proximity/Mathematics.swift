#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Glibc
#endif

/// The functions of the C library that the zones need.
enum Mathematics {
  /// Natural logarithm; minus infinity at zero.
  static func logarithm(_ x: Double) -> Double { log(x) }

  /// Exponential function.
  static func exponential(_ x: Double) -> Double { exp(x) }

  /// Hyperbolic tangent.
  static func hyperbolicTangent(_ x: Double) -> Double { tanh(x) }
}
