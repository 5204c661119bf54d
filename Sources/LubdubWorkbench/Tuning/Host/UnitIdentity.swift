internal import RealModule

/// The version and the arithmetic of runs. If the version or the arithmetic differs, the last digits of scores may differ.
package enum UnitIdentity {
  package static let current: String = {
    var hash = FNV1a()
    for step in 1...256 {
      let x = Double(step) * 0.0371
      let values = [
        Double.exp(-x), .log(x), .log2(x), .log10(x), .pow(x, 1.7), .sin(x), .cos(x), .atan(x),
        .expMinusOne(-x), .log(onePlus: x), x.squareRoot(), .tanh(x), .erf(x),
      ]
      for value in values { hash.combine(value.bitPattern) }
    }
    return "lubdub \(Version.current) with arithmetic \(String(hash.value, radix: 16))"
  }()
}
