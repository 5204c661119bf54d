/// A word that programs write into a field without a value: R's `NA`, the `<NA>` of pandas, SQL's `NULL`, Python's `None`,
/// Swift's `nil`, `N/A`, the `#N/A` of Excel, the `\N` of PostgreSQL, `OOR` (out of range), `?`, `-`, `--`, longer words
/// such as C's `(null)`, and the `NaN` of NumPy, pandas, and MATLAB, in upper or lower case.
@usableFromInline package enum MissingWord: Equatable {
  /// `NA`, `<NA>`, `N/A`, `NULL`, `None`, `nil`, `#N/A`, `\N`, `OOR`, `?`, `-`, or `--`, equivalent to an empty field.
  case noValue
  /// `NaN`, which may also be the result of a failed computation.
  case nan

  /// The word at the start of eight bytes, the first character in the lowest byte, and its length.
  @inlinable @inline(__always)
  package static func first(of word: UInt64) -> (word: MissingWord, length: Int)? {
    let lower = word | 0x2020_2020_2020_2020
    guard lower & 0xFF == 0x6E else {
      if word & 0xFF == 0x2D { return (.noValue, word & 0xFF00 == 0x2D00 ? 2 : 1) }
      let four = lower & 0xFFFF_FFFF
      if four == 0x3E61_6E3C || four == 0x612F_6E23 { return (.noValue, 4) }
      if word & 0xFF == 0x3F { return (.noValue, 1) }
      if word & 0xFFFF == 0x4E5C { return (.noValue, 2) }
      return lower & 0x00FF_FFFF == 0x0072_6F6F ? (.noValue, 3) : nil
    }
    switch lower & 0xFFFF_FFFF {
    case 0x656E_6F6E, 0x6C6C_756E: return (.noValue, 4)
    default: break
    }
    switch lower & 0x00FF_FFFF {
    case 0x006E_616E: return (.nan, 3)
    case 0x0061_2F6E, 0x006C_696E: return (.noValue, 3)
    default: return lower & 0xFFFF == 0x616E ? (.noValue, 2) : nil
    }
  }

  @inlinable package init?(_ field: some BidirectionalCollection<UInt8>) {
    guard (1...4).contains(field.count), field.count != 3 || field.first != 0x2D else {
      guard Self.isLong(field) else { return nil }
      self = .noValue
      return
    }
    let bytes = field.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    guard let (word, length) = Self.first(of: bytes), length == field.count else { return nil }
    self = word
  }

  /// Whether a field is a longer word of C, JavaScript, Windows, Excel, or people. Checks only the first bytes of numbers.
  @inlinable package static func isLong(_ field: some BidirectionalCollection<UInt8>) -> Bool {
    guard (3...9).contains(field.count), let first = field.first,
      first == 0x28 || first == 0x23 || first | 0x20 == 0x6D || first | 0x20 == 0x75
        || first == 0x2D && field.last == 0x2D
        || (first == 0x2D || first == 0x31) && field.dropFirst(2).prefix(3).contains(0x23)
    else { return false }
    return isLong(String(decoding: field, as: UTF8.self))
  }

  @usableFromInline package static func isLong(_ text: String) -> Bool {
    let words = "(null) undefined missing --- #div/0! #value! -1.#ind 1.#qnan"
    return words.split(separator: " ").contains { $0 == text.lowercased() }
  }
}
