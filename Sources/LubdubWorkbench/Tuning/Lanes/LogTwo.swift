/// The binary logarithm, with the same bits for one number and for eight numbers in lanes.
///
/// x = m 2^e with m between 1/√2 and √2; ln m = 2 artanh((m - 1) / (m + 1)), by its series up to the 21st power, with an
/// error below 3e-17.
enum LogTwo {
  private static let mantissaBits: UInt64 = 0x000F_FFFF_FFFF_FFFF
  /// The bits of 1 and of 2^52.
  private static let (one, large): (UInt64, UInt64) = (0x3FF0 << 48, 0x4330 << 48)
  /// The sum of 2^52 and the offset of an exponent.
  private static let exponentOffset = 0x1p52 + 1023
  private static let squareRoot2 = 0x1.6A09E667F3BCDp0
  /// The value of 2 / ln 2.
  private static let scale = 0x1.71547652B82FEp1

  /// The logarithm of a positive, finite, and normal number.
  @inline(__always) static func of(_ x: Double) -> Double {
    let bits = x.bitPattern
    var mantissa = Double(bitPattern: bits & mantissaBits | one)
    var exponent = Double(bitPattern: bits >> 52 | large) - exponentOffset
    if mantissa > squareRoot2 {
      mantissa *= 0.5
      exponent += 1
    }
    let f = (mantissa - 1) / (mantissa + 1)
    return exponent + scale * f * series(f * f)
  }

  @inline(__always) static func of(_ x: Lanes) -> Lanes {
    let bits = unsafeBitCast(x, to: SIMD8<UInt64>.self)
    let mantissas = bits & SIMD8(repeating: mantissaBits) | SIMD8(repeating: one)
    let exponents = bits &>> SIMD8(repeating: 52) | SIMD8(repeating: large)
    var mantissa = unsafeBitCast(mantissas, to: Lanes.self)
    var exponent = unsafeBitCast(exponents, to: Lanes.self) - exponentOffset
    let isLarge = mantissa .> Lanes(repeating: squareRoot2)
    mantissa.replace(with: mantissa * 0.5, where: isLarge)
    exponent.replace(with: exponent + 1, where: isLarge)
    let f = (mantissa - 1) / (mantissa + 1)
    return exponent + scale * f * series(f * f)
  }

  /// The series of artanh(f) / f for s = f².
  @inline(__always) private static func series<Number: KalmanNumber>(_ s: Number) -> Number {
    var sum = Number(repeating: 1.0 / 21)
    sum = sum * s + Number(repeating: 1.0 / 19)
    sum = sum * s + Number(repeating: 1.0 / 17)
    sum = sum * s + Number(repeating: 1.0 / 15)
    sum = sum * s + Number(repeating: 1.0 / 13)
    sum = sum * s + Number(repeating: 1.0 / 11)
    sum = sum * s + Number(repeating: 1.0 / 9)
    sum = sum * s + Number(repeating: 1.0 / 7)
    sum = sum * s + Number(repeating: 1.0 / 5)
    sum = sum * s + Number(repeating: 1.0 / 3)
    return sum * s + Number(repeating: 1)
  }
}
