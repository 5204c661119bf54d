/// The shortest decimal that reads back as a number from 0.001 to 10⁹, by exact integers.
///
/// Of the decimals of 15, 16, and 17 digits that are nearest to the number, the first one that lies within half a unit in the
/// last place of its fraction. Of 15 digits there is at most one, and it is as short as its trailing zeros allow. The product
/// of the fraction and a power of ten has at most 117 bits. `nil` where a tie or a power of two needs a closer look.
struct ShortestDecimal {
  /// All digits, and how many of them follow the point.
  let digits: UInt64
  let decimals: Int

  private static let lowestLogarithm = -3
  private static let powers: [Double] = [
    1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
  ]
  private static let wholePowers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  init?(_ magnitude: Double) {
    guard magnitude >= 1e-3, magnitude < 1e9 else { return nil }
    // Most numbers of traces have few decimals.
    let millionths = (magnitude * 1e6).rounded()
    guard millionths / 1e6 != magnitude else {
      var (digits, decimals) = (UInt64(millionths), 6)
      Self.dropZeros(&digits, &decimals)
      (self.digits, self.decimals) = (digits, decimals)
      return
    }
    guard magnitude.significandBitPattern != 0 else { return nil }
    let fraction = magnitude.significandBitPattern | 1 &<< 52
    // The number is the fraction divided by 2 to this power, which is from 23 to 62.
    let shift = UInt64(1075 - magnitude.exponentBitPattern)
    // The logarithm of 2 is 1233/4096, nearly.
    let binary = Int(magnitude.exponentBitPattern) &- 1023
    var place = ((binary &* 1233) &>> 12) &- Self.lowestLogarithm
    if place &+ 1 < Self.powers.count, magnitude >= Self.powers[place &+ 1] { place &+= 1 }
    let half = 1 as UInt64 &<< (shift &- 1)
    for count in 15...17 {
      let decimals = count &- 1 &- (place &+ Self.lowestLogarithm)
      let power = Self.wholePowers[decimals]
      let (high, low) = fraction.multipliedFullWidth(by: power)
      let rest = low & (half &* 2 &- 1)
      let isUp = rest > half
      let distance = isUp ? half &* 2 &- rest : rest
      if rest == half { return nil }
      guard distance &* 2 <= power else { continue }
      if distance &* 2 == power { return nil }
      var digits = (high &<< (64 &- shift) | low &>> shift) &+ (isUp ? 1 : 0)
      var kept = decimals
      if digits % 10 == 0 { Self.dropZeros(&digits, &kept) }
      (self.digits, self.decimals) = (digits, kept)
      return
    }
    return nil
  }

  private static func dropZeros(_ digits: inout UInt64, _ decimals: inout Int) {
    for (unit, zeros) in [(10_000_000, 7), (10_000, 4), (100, 2), (10, 1)] as [(UInt64, Int)] {
      while decimals >= zeros, digits % unit == 0 {
        (digits, decimals) = (digits / unit, decimals &- zeros)
      }
    }
  }
}
