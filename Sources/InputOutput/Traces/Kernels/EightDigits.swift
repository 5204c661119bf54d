/// Arithmetic on eight characters in a 64-bit word, the first one in the lowest byte.
enum EightDigits {
  /// "00000000".
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The upper bit of each byte that is above 9, exact for every byte value.
  @inline(__always)
  static func others(in word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    return ((low &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
  }

  /// Eight digits 0…9 as one number: three multiplications join pairs, fours and eights.
  ///
  /// Lemire, "Quickly parsing eight digits" (2018).
  @inline(__always)
  static func joined(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* 2561) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) &>> 32
  }
}
