/// A complex number.
@frozen public struct Complex: Sendable, Hashable {
  /// The real part.
  public var real: Double
  /// The imaginary part.
  public var imaginary: Double

  /// Creates a number from its parts.
  @inlinable public init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  /// The square of the magnitude.
  @inlinable public var squaredMagnitude: Double { real * real + imaginary * imaginary }

  /// The distance from zero.
  @inlinable public var magnitude: Double { squaredMagnitude.squareRoot() }

  /// The number mirrored at the real axis.
  @inlinable public var conjugate: Complex { Complex(real, -imaginary) }

  /// The sum.
  @inlinable public static func + (left: Complex, right: Complex) -> Complex {
    Complex(left.real + right.real, left.imaginary + right.imaginary)
  }

  /// The difference.
  @inlinable public static func - (left: Complex, right: Complex) -> Complex {
    Complex(left.real - right.real, left.imaginary - right.imaginary)
  }

  /// The product.
  @inlinable public static func * (left: Complex, right: Complex) -> Complex {
    let real = left.real * right.real - left.imaginary * right.imaginary
    return Complex(real, left.real * right.imaginary + left.imaginary * right.real)
  }

  /// The number multiplied by `factor`.
  @inlinable public static func * (left: Complex, factor: Double) -> Complex {
    Complex(left.real * factor, left.imaginary * factor)
  }

  /// The quotient; not a number if the divisor is zero.
  @inlinable public static func / (left: Complex, right: Complex) -> Complex {
    left * right.conjugate * (1 / right.squaredMagnitude)
  }
}
