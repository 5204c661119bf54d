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
