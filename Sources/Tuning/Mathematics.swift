// The C library's elementary functions, under names that every file of the module can use.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The logarithm to base 2.
func binaryLogarithm(_ x: Double) -> Double { log2(x) }

/// The natural logarithm.
func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// e to the power of x.
func exponential(_ x: Double) -> Double { exp(x) }

/// The cosine of an angle in radians.
func cosine(_ x: Double) -> Double { cos(x) }
