/// Four complex numbers in lanes.
struct ComplexLanes: Sendable {
  var real: SIMD4<Double>
  var imaginary: SIMD4<Double>

  static var zero: ComplexLanes { ComplexLanes(real: .zero, imaginary: .zero) }

  @inline(__always) var conjugate: ComplexLanes { ComplexLanes(real: real, imaginary: -imaginary) }

  @inline(__always) static func + (left: ComplexLanes, right: ComplexLanes) -> ComplexLanes {
    ComplexLanes(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
  }

  @inline(__always) static func - (left: ComplexLanes, right: ComplexLanes) -> ComplexLanes {
    ComplexLanes(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
  }

  @inline(__always) static func * (left: ComplexLanes, right: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      real: left.real * right.real - left.imaginary * right.imaginary,
      imaginary: left.real * right.imaginary + left.imaginary * right.real)
  }

  @inline(__always) static func * (left: ComplexLanes, factor: Complex) -> ComplexLanes {
    ComplexLanes(
      real: left.real * factor.real - left.imaginary * factor.imaginary,
      imaginary: left.real * factor.imaginary + left.imaginary * factor.real)
  }

  @inline(__always)
  static func * (left: ComplexLanes, factors: SIMD4<Double>) -> ComplexLanes {
    ComplexLanes(real: left.real * factors, imaginary: left.imaginary * factors)
  }
}
