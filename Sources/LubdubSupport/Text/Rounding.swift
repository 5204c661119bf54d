extension Double {
  /// The number rounded to `decimals` decimals; a result of zero has no sign.
  package func rounded(decimals: Int) -> Double {
    let unit = Double.power10(decimals)
    return (self * unit).rounded() / unit + 0
  }

  package static func power10(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
