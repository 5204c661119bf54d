enum ShortNumber {
  private static let point = UInt8(ascii: ".")

  @inline(__always)
  static func read(_ place: inout UnsafeRawPointer, powers: UnsafePointer<Double>) -> Double? {
    let isNegative = unsafe LineBytes.byte(place) == UInt8(ascii: "-")
    if isNegative { unsafe place += 1 }
    guard let magnitude = unsafe magnitude(&place, powers: powers) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  @inline(__always) private static func magnitude(
    _ place: inout UnsafeRawPointer, powers: UnsafePointer<Double>
  ) -> Double? {
    let word = unsafe LineBytes.word(place) ^ EightDigits.zeros
    let others = EightDigits.others(in: word)
    let count = others.trailingZeroBitCount &>> 3
    guard count > 0, count < 8 else { return unsafe long(&place) }
    guard word & 0xFF != 0 || count == 1 else { return nil }
    let start = unsafe place
    unsafe place = unsafe start + count
    guard unsafe LineBytes.byte(place) == point else { return value(word, count) }
    let rest = others & (others &- 1)
    guard rest != 0 else { return unsafe fraction(&place, value(word, count), from: start, powers) }
    // The number ends within the word; without the point, it is one whole number.
    let end = rest.trailingZeroBitCount &>> 3
    let places = end &- count &- 1
    guard places > 0 else { return nil }
    unsafe place = unsafe start + end
    let whole = LineBytes.mask(count)
    let digits = (word & whole) | ((word &>> 8) & ~whole)
    return unsafe value(digits, end &- 1) / powers[places]
  }

  /// Reads the rest after the whole part, which has up to seven digits.
  @inline(__always) private static func fraction(
    _ place: inout UnsafeRawPointer, _ whole: Double, from start: UnsafeRawPointer,
    _ powers: UnsafePointer<Double>
  ) -> Double? {
    let word = unsafe LineBytes.word(place + 1) ^ EightDigits.zeros
    let places = EightDigits.others(in: word).trailingZeroBitCount &>> 3
    guard places > 0, places < 8 else {
      unsafe place = unsafe start
      return unsafe long(&place)
    }
    unsafe place += 1 + places
    // Up to 14 digits, everything is exact except the division, which rounds once.
    return unsafe (whole * powers[places] + value(word, places)) / powers[places]
  }

  /// The first `count` digits as a number, 1 to 7.
  @inline(__always) private static func value(_ word: UInt64, _ count: Int) -> Double {
    let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    return Double(Int64(truncatingIfNeeded: EightDigits.joined(word &<< shift)))
  }

  @inline(never) private static func long(_ place: inout UnsafeRawPointer) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    let start = unsafe place
    guard unsafe scan(&place, &digits, &count) else { return nil }
    guard unsafe place - start == 1 || LineBytes.byte(start) != UInt8(ascii: "0") else {
      return nil
    }
    guard unsafe LineBytes.byte(place) == point else {
      return DecimalNumber.scaled(digits, exponent: 0)
    }
    unsafe place += 1
    let fraction = unsafe place
    guard unsafe scan(&place, &digits, &count) else { return nil }
    return unsafe DecimalNumber.scaled(digits, exponent: fraction - place)
  }

  private static func scan(
    _ place: inout UnsafeRawPointer, _ digits: inout UInt64, _ count: inout Int
  ) -> Bool {
    let start = unsafe place
    while true {
      let digit = unsafe LineBytes.byte(place) &- UInt8(ascii: "0")
      guard digit < 10 else { return unsafe place > start }
      guard count < 19 else { return false }
      digits = digits &* 10 &+ UInt64(digit)
      if digits > 0 { count += 1 }
      unsafe place += 1
    }
  }
}

/// Arithmetic on eight characters in a 64-bit word, the first character in the lowest byte.
enum EightDigits {
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The upper bit of each byte that is above 9, exact for every byte value.
  @inline(__always) static func others(in word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    return ((low &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
  }

  /// Eight digits 0…9 as one number, by three multiplications (Lemire, "Quickly parsing eight digits", 2018).
  @inline(__always) static func joined(_ digits: UInt64) -> UInt64 {
    let pairs = (digits &* 2561) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* 42_949_672_960_001) &>> 32
  }
}
