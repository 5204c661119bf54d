/// A decimal number of up to 19 digits and 24 characters, as programs write doubles in full.
struct LongDecimal {
  /// The digits without the point.
  private let digits: UInt64
  /// The digits behind the point.
  private let decimals: Int

  /// Reads digits with an optional point.
  ///
  /// - Parameters:
  ///   - end: Just behind the text; 25 bytes before it can be read.
  ///   - count: The length of the text, 1 or more.
  ///   - tables: The tables.
  /// - Returns: The magnitude, correctly rounded; `nil` for any other text, and where 64-bit
  ///   integers do not hold it.
  static func magnitude(
    before end: UnsafeRawPointer, count: Int, tables: ShortDecimal.Tables
  ) -> Double? {
    guard let decimal = LongDecimal(before: end, count: count, tables: tables) else { return nil }
    return DecimalNumber.scaled(decimal.digits, exponent: -decimal.decimals)
  }

  private init?(before end: UnsafeRawPointer, count: Int, tables: ShortDecimal.Tables) {
    guard count <= 24 else { return nil }
    let zeros = SIMD2(repeating: EightDigits.zeros)
    let last = ShortDecimal.characters(end - 16) ^ zeros
    let first = Self.word(end - 24)
    let others = EightDigits.others(in: last & tables.last(min(count, 16)))
    let othersFirst = EightDigits.others(in: first & Self.last(count, tables))
    var length = count
    var behind = 24
    switch (othersFirst != 0, others[0] != 0, others[1] != 0) {
    case (false, false, false): decimals = 0
    case (false, false, true): decimals = 7 - others[1].trailingZeroBitCount >> 3
    case (false, true, false): decimals = 15 - others[0].trailingZeroBitCount >> 3
    case (true, false, false): decimals = 23 - othersFirst.trailingZeroBitCount >> 3
    default: return nil
    }
    let marks = othersFirst | others[0] | others[1]
    if marks != 0 {
      behind = decimals
      length -= 1
      guard marks & (marks - 1) == 0, length > 0,
        (end - 1 - decimals).load(as: UInt8.self) == UInt8(ascii: ".")
      else { return nil }
    }
    // The digits in front of the point move up by one place.
    let mask = tables.last(min(behind, 16))
    let moved = ShortDecimal.characters(end - 17) ^ zeros
    let lastDigits = ((last & mask) | (moved & ~mask)) & tables.last(min(length, 16))
    let maskFirst = Self.last(behind, tables)
    let movedFirst = Self.word(end - 25)
    let firstDigits =
      ((first & maskFirst) | (movedFirst & ~maskFirst)) & Self.last(length, tables)
    let high = EightDigits.joined(firstDigits)
    guard high < 1000 else { return nil }
    let halves = EightDigits.joined(lastDigits)
    digits = high &* 10_000_000_000_000_000 &+ halves[0] &* 100_000_000 &+ halves[1]
  }

  /// 0xFF for each of the characters 17 to 24 from the end that is among the last `count`.
  private static func last(_ count: Int, _ tables: ShortDecimal.Tables) -> UInt64 {
    // Eight fewer of 16 characters: what is left of them lies in the first half.
    tables.last(max(count - 8, 8))[0]
  }

  private static func word(_ text: UnsafeRawPointer) -> UInt64 {
    text.loadUnaligned(as: UInt64.self) ^ EightDigits.zeros
  }
}
