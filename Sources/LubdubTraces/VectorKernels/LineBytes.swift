/// Bytes of a line whose line feed stops every search, followed by `margin` bytes, so that bounds checks are unnecessary.
enum LineBytes {
  /// The number of readable bytes required from the line feed on.
  static let margin = 8

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func byte(_ place: UnsafeRawPointer) -> UInt8 { unsafe place.load(as: UInt8.self) }

  @inline(__always) static func word(_ place: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }

  @inline(__always) static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
  }

  @inline(__always) static func skipBlanks(_ place: inout UnsafeRawPointer) {
    while unsafe byte(place) == 0x20 || byte(place) == 0x09 { unsafe place += 1 }
  }

  /// The closing quote of a text of printable ASCII without escapes; `nil` for any other text.
  @inline(__always) static func closingQuote(from start: UnsafeRawPointer) -> UnsafeRawPointer? {
    var place = unsafe start
    while true {
      let word = unsafe word(place)
      // The lowest mark is exact; higher marks may be false.
      let marks =
        zeros(word ^ (0x22 &* ones)) | zeros(word ^ (0x5C &* ones)) | controls(word) | word
      let found = marks & high
      guard found == 0 else {
        unsafe place += found.trailingZeroBitCount &>> 3
        return unsafe byte(place) == 0x22 ? place : nil
      }
      unsafe place += 8
    }
  }

  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 { (word &- 0x20 &* ones) & ~word }
}
