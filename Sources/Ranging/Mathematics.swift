// The C library's elementary functions, under names that every file of the module can use.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// e to the power of `x`.
@inline(__always)
func exponential(_ x: Double) -> Double { exp(x) }

/// The natural logarithm.
@inline(__always)
func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// The natural logarithm of 10.
let naturalLogarithmOf10 = 2.302_585_092_994_045_7

/// Half-width of the 95 % interval of a normal distribution, in standard deviations.
let normalQuantile95 = 1.959_963_984_540_054
