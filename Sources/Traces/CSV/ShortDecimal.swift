/// A decimal number of up to 15 digits and 16 characters, read 8 or 16 characters at a time.
struct ShortDecimal {
  /// The digits, with 2⁵² in front: the bits are those of the double 2⁵² + digits.
  let bits: UInt64
  /// The digits behind the point.
  let decimals: Int

  /// What reading needs at hand.
  struct Tables {
    /// The powers of ten.
    let powers: UnsafePointer<Double>
    /// 16 bytes of 0, then 16 of 0xFF: read from `n` on, they select the last `n` of 16 characters.
    fileprivate let masks: UnsafeRawPointer

    /// 0xFF for the last `count` of 16 characters.
    @inline(__always)
    func last(_ count: Int) -> SIMD2<UInt64> {
      masks.loadUnaligned(fromByteOffset: count, as: SIMD2<UInt64>.self)
    }
  }

  private static let masks =
    [UInt8](repeating: 0, count: 16) + [UInt8](repeating: .max, count: 16)

  /// Gives the tables, for as long as `body` runs.
  @inline(__always)
  static func withTables<Result>(_ body: (Tables) -> Result) -> Result {
    DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
      masks.withUnsafeBytes { masks in
        // Neither is empty.
        body(
          Tables(
            powers: powers.baseAddress.unsafelyUnwrapped, masks: masks.baseAddress.unsafelyUnwrapped
          ))
      }
    }
  }

  /// Reads digits with an optional point; `nil` for any other text.
  ///
  /// - Parameters:
  ///   - end: Just behind the text; 17 bytes before it can be read.
  ///   - count: The length of the text, 1 or more.
  ///   - tables: The tables.
  @inline(__always)
  init?(before end: UnsafeRawPointer, count: Int, tables: Tables) {
    if count <= 8 {
      self.init(inEight: end, count: count)
    } else {
      self.init(inSixteen: end, count: count, tables: tables)
    }
  }

  @inline(__always)
  private init?(inEight end: UnsafeRawPointer, count: Int) {
    let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    let text = (end - 8).loadUnaligned(as: UInt64.self) ^ EightDigits.zeros
    var digits = (text &>> unused) &<< unused
    let marks = EightDigits.others(in: digits)
    if marks != 0 {
      let shift = UInt64(truncatingIfNeeded: marks.trailingZeroBitCount &- 7)
      decimals = 7 &- Int(truncatingIfNeeded: shift &>> 3)
      guard marks & (marks &- 1) == 0, digits &>> shift & 0xFF == Self.point, count > 1
      else { return nil }
      // The digits in front of the point move up by one place.
      let before = (1 &<< shift) &- 1
      digits = (digits & before) &<< 8 | digits & ~(before &<< 8 | 0xFF)
    } else {
      decimals = 0
    }
    bits = EightDigits.joined(digits) | (0x1p52).bitPattern
  }

  @inline(__always)
  private init?(inSixteen end: UnsafeRawPointer, count: Int, tables: Tables) {
    guard count <= 16 else { return nil }
    let zeros = SIMD2(repeating: EightDigits.zeros)
    let text = Self.characters(end - 16) ^ zeros
    let others = EightDigits.others(in: text & tables.last(count))
    var length = count
    var behind = 16
    if others[0] | others[1] != 0 {
      let isInLast = others[1] != 0
      let marks = isInLast ? others[1] : others[0]
      decimals = (isInLast ? 7 : 15) &- marks.trailingZeroBitCount &>> 3
      behind = decimals
      length &-= 1
      guard marks & (marks &- 1) == 0, !isInLast || others[0] == 0, length > 0,
        (end - 1 - decimals).load(as: UInt8.self) == UInt8(ascii: ".")
      else { return nil }
    } else {
      decimals = 0
    }
    guard length <= 15 else { return nil }
    // The digits in front of the point move up by one place.
    let mask = tables.last(behind)
    let shifted = Self.characters(end - 17) ^ zeros
    let digits = ((text & mask) | (shifted & ~mask)) & tables.last(length)
    let halves = EightDigits.joined(digits)
    bits = halves[0] &* 100_000_000 &+ halves[1] | (0x1p52).bitPattern
  }

  /// "." with "0" taken off.
  private static let point: UInt64 = 0x1E

  /// The number, correctly rounded.
  @inline(__always)
  static func magnitude(before end: UnsafeRawPointer, count: Int, tables: Tables) -> Double? {
    guard let decimal = ShortDecimal(before: end, count: count, tables: tables) else { return nil }
    return (Double(bitPattern: decimal.bits) - 0x1p52) / tables.powers[decimal.decimals]
  }

  /// 16 characters.
  @inline(__always)
  static func characters(_ text: UnsafeRawPointer) -> SIMD2<UInt64> {
    text.loadUnaligned(as: SIMD2<UInt64>.self)
  }
}
