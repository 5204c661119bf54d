internal import RealModule

extension Complex {
  /// exp(j · angle), the angle in radians.
  public static func turn(_ angle: Double) -> Complex { Complex(.cos(angle), .sin(angle)) }

  /// The angle in radians, from -π to π.
  public var phase: Double { .atan2(y: imaginary, x: real) }

  /// The square root in the right half plane.
  public var squareRoot: Complex { .turn(phase / 2) * magnitude.squareRoot() }
}
