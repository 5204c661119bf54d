/// Arithmetic on eight characters in a 64-bit word, the first one in the lowest byte.
enum EightDigits {
  /// "00000000".
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The upper bit of each byte that is above 9, exact for every byte value.
  @inline(__always)
  static func others(in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let low = words & 0x7F7F_7F7F_7F7F_7F7F
    return ((low &+ 0x7676_7676_7676_7676) | words) & 0x8080_8080_8080_8080
  }

  /// The same for one word.
  static func others(in word: UInt64) -> UInt64 { others(in: SIMD2(word, 0))[0] }

  /// Two times eight digits 0…9 as two numbers below 10⁸: pairs, then fours, then eights are joined.
  ///
  /// After Lemire, "Quickly parsing eight digits" (2018).
  @inline(__always)
  static func joined(_ digits: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let bytes = unsafeBitCast(digits, to: SIMD8<UInt16>.self)
    let pairs = (bytes & 0xFF) &* 10 &+ (bytes &>> 8)
    let hundreds = unsafeBitCast(pairs &* 100, to: SIMD4<UInt32>.self) & 0xFFFF
    let ones = unsafeBitCast(pairs, to: SIMD4<UInt32>.self) &>> 16
    let fours = unsafeBitCast(hundreds &+ ones, to: SIMD2<UInt64>.self)
    return (fours & 0xFFFF_FFFF) &* 10_000 &+ (fours &>> 32)
  }
}
