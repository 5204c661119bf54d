internal import Files
internal import RealModule

/// A fingerprint of the elementary functions of this machine: where it differs from that of another, the last
/// digits of scores may, too.
public let arithmeticFingerprint: String = {
  var hash = FNV1a()
  for step in 1...256 {
    let x = Double(step) * 0.0371
    let values = [
      Double.exp(-x), .log(x), .log2(x), .log10(x), .pow(x, 1.7), .sin(x), .cos(x), .atan(x),
      .expMinusOne(-x), .log(onePlus: x), x.squareRoot(), .tanh(x), .erf(x),
    ]
    for value in values { hash.take(value.bitPattern) }
  }
  return String(hash.value, radix: 16)
}()
