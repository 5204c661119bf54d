/// Reads decimal numbers of up to 16 characters, eight digits at a time.
enum ShortDecimal {
  private static let point: UInt64 = 0x1E  // "." with "0" taken off

  /// Reads digits with an optional point.
  ///
  /// - Parameters:
  ///   - end: Just behind the text; 16 bytes before it can be read.
  ///   - count: The length of the text, 1 or more.
  ///   - powers: The powers of ten.
  /// - Returns: The magnitude, correctly rounded; `nil` for any other text, and for a number that
  ///   needs more than one rounding.
  @inline(__always)
  static func magnitude(
    before end: UnsafeRawPointer, count: Int, powers: UnsafePointer<Double>
  ) -> Double? {
    if count <= 8 { return short(before: end, count: count, powers: powers) }
    guard count <= 16 else { return nil }
    return long(before: end, count: count, powers: powers)
  }

  @inline(__always)
  private static func short(
    before end: UnsafeRawPointer, count: Int, powers: UnsafePointer<Double>
  ) -> Double? {
    let word = digits(before: end, count: count)
    let other = EightDigits.others(in: word)
    if other == 0 { return Double(EightDigits.joined(word)) }
    guard let place = pointPlace(word, other), count > 1 else { return nil }
    return Double(EightDigits.joined(closed(word, place))) / powers[7 &- place]
  }

  @inline(__always)
  private static func long(
    before end: UnsafeRawPointer, count: Int, powers: UnsafePointer<Double>
  ) -> Double? {
    var last = digits(before: end, count: 8)
    var first = digits(before: end - 8, count: count &- 8)
    let otherLast = EightDigits.others(in: last)
    let otherFirst = EightDigits.others(in: first)
    var fraction = 0
    if otherLast != 0 {
      guard otherFirst == 0, let place = pointPlace(last, otherLast) else { return nil }
      fraction = 7 &- place
      last = closed(last, place) | (first &>> 56)
      first = first &<< 8
    } else if otherFirst != 0 {
      guard let place = pointPlace(first, otherFirst) else { return nil }
      fraction = 15 &- place
      first = closed(first, place)
    }
    let whole = EightDigits.joined(first) &* 100_000_000 &+ EightDigits.joined(last)
    guard whole <= 1 &<< 53 else { return nil }
    return Double(whole) / powers[fraction]
  }

  /// The last `count` characters with "0" taken off, in the upper bytes of a word; 0 below them.
  @inline(__always)
  private static func digits(before end: UnsafeRawPointer, count: Int) -> UInt64 {
    let word = (end - 8).loadUnaligned(as: UInt64.self)
    let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    return ((UInt64(littleEndian: word) ^ EightDigits.zeros) &>> shift) &<< shift
  }

  /// The byte that holds the point, if that is all there is beside digits.
  @inline(__always)
  private static func pointPlace(_ word: UInt64, _ nonDigits: UInt64) -> Int? {
    let shift = UInt64(truncatingIfNeeded: nonDigits.trailingZeroBitCount &- 7)
    guard nonDigits & (nonDigits &- 1) == 0, (word &>> shift) & 0xFF == point else { return nil }
    return Int(truncatingIfNeeded: shift &>> 3)
  }

  /// The word without the byte at `place`: what was before it moves up.
  @inline(__always)
  private static func closed(_ word: UInt64, _ place: Int) -> UInt64 {
    let below = (1 &<< UInt64(truncatingIfNeeded: 8 &* place)) &- 1
    return ((word & below) &<< 8) | (word & ~((below &<< 8) | 0xFF))
  }
}
