internal import RealModule

/// The natural logarithm; minus infinity at zero.
func log(_ x: Double) -> Double { Double.log(x) }
