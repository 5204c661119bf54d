/// The shortest decimal that reads back as a number from 0.001 to 10⁹, by exact integers.
///
/// The result is the first of the nearest decimals of 15, 16, and 17 digits that is within half a unit in the last place of
/// the number's fraction. There is at most one such decimal with 15 digits, and its trailing zeros make it as short as
/// possible. The product of the fraction and a power of ten has at most 117 bits. `nil` if a tie or a power of two needs
/// more checks.
struct ShortestDecimal {
  /// All digits, and the number of digits after the point.
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
    let millionths = UInt64(magnitude * 1e6 + 0.5)
    guard Double(millionths) / 1e6 != magnitude else {
      (digits, decimals) = Self.withoutZeros(millionths, decimals: 6)
      return
    }
    guard magnitude.significandBitPattern != 0 else { return nil }
    let fraction = magnitude.significandBitPattern | 1 &<< 52
    // The number is the fraction divided by 2 to this power, which is from 23 to 62.
    let shift = UInt64(1075 - magnitude.exponentBitPattern)
    // The logarithm of 2 is nearly 1233/4096.
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
      let digits = (high &<< (64 &- shift) | low &>> shift) &+ (isUp ? 1 : 0)
      (self.digits, self.decimals) = Self.withoutZeros(digits, decimals: decimals)
      return
    }
    return nil
  }

  /// The digits without zeros at the end of the decimals.
  private static func withoutZeros(_ digits: UInt64, decimals: Int) -> (UInt64, Int) {
    var (digits, decimals) = (digits, decimals)
    guard digits % 10 == 0 else { return (digits, decimals) }
    while decimals >= 4, digits % 10_000 == 0 {
      (digits, decimals) = (digits / 10_000, decimals &- 4)
    }
    while decimals >= 1, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals &- 1) }
    return (digits, decimals)
  }

  /// The number of digits of a whole number, 1 for zero.
  static func count(of number: UInt64) -> Int {
    // The logarithm of 2 is nearly 1233/4096.
    let least = ((64 &- number.leadingZeroBitCount) &* 1233) &>> 12
    return max(1, number >= wholePowers[least] ? least &+ 1 : least)
  }
}
