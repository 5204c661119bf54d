/// Reads a decimal number from text, correctly rounded: the result is the double nearest to the written number, ties to even,
/// like the C library's `strtod`.
package enum DecimalNumber {
  package enum Parsed: Equatable {
    case number(Double)
    /// NaN, infinity, or digits beyond the range of a double.
    case notFinite
    /// Any other text, including hexadecimal numbers.
    case malformed
  }

  /// Reads the whole text: an optional sign, digits with an optional point, an optional exponent. With a decimal mark other
  /// than a point, a number of more than 19 digits counts as not finite.
  package static func parse(
    _ text: UnsafeRawBufferPointer, point: UInt8 = UInt8(ascii: ".")
  ) -> Parsed {
    var scan = Scan(text, point)
    guard scan.run() else { return isWord(text) ? .notFinite : .malformed }
    let number = scan.magnitude() ?? Double(String(decoding: text, as: UTF8.self))
    guard let number, number.isFinite else { return .notFinite }
    return .number(scan.isNegative ? -abs(number) : number)
  }

  /// The magnitude `digits` × 10^`exponent`, correctly rounded; `nil` when 64-bit integers are not sufficient.
  @inline(__always) package static func scaled(_ digits: UInt64, exponent: Int) -> Double? {
    // Clinger (1990): both operands are exact doubles, so only one rounding remains.
    if digits <= 1 << 53 {
      if exponent == 0 { return Double(digits) }
      if exponent < 0, exponent >= -22 { return Double(digits) / powersOfTen[-exponent] }
      if exponent > 0, exponent <= 22 { return Double(digits) * powersOfTen[exponent] }
    }
    return exponent <= 0 && exponent >= -19 ? quotient(digits, wholePowersOfTen[-exponent]) : nil
  }

  /// `dividend` / `divisor` rounded to a double: an exact division of integers that keeps 64 bits and detects lost bits by the
  /// remainder.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    guard dividend != 0 else { return 0 }
    let high = dividend << UInt64(dividend.leadingZeroBitCount)
    let low = divisor << UInt64(divisor.leadingZeroBitCount)
    var exponent = divisor.leadingZeroBitCount - dividend.leadingZeroBitCount
    let isLarger = high >= low
    exponent += isLarger ? 1 : 0
    let (bits, rest) = low.dividingFullWidth(isLarger ? (high >> 1, high << 63) : (high, 0))
    let sticky: UInt64 = rest == 0 ? 0 : 1
    return Double(sign: .plus, exponent: exponent - 64, significand: Double(bits | sticky))
  }

  private static func isWord(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= 9 else { return false }
    let word = String(decoding: text, as: UTF8.self).lowercased()
    let bare = word.hasPrefix("-") || word.hasPrefix("+") ? String(word.dropFirst()) : word
    return ["nan", "inf", "infinity"].contains(bare)
  }

  package static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let wholePowersOfTen: [UInt64] = (0...19).reduce(into: []) { powers, _ in
    powers.append(powers.last.map { $0 * 10 } ?? 1)
  }
}

private struct Scan {
  private let text: UnsafeRawBufferPointer
  private let point: UInt8
  private var position = 0
  private var digits: UInt64 = 0
  private var digitCount = 0
  private var exponent = 0
  private var isExact = true
  private(set) var isNegative = false

  init(_ text: UnsafeRawBufferPointer, _ point: UInt8) { (self.text, self.point) = (text, point) }

  /// The number without its sign; `nil` when it needs more than 64-bit integers.
  func magnitude() -> Double? { isExact ? DecimalNumber.scaled(digits, exponent: exponent) : nil }

  mutating func run() -> Bool {
    isNegative = accept(UInt8(ascii: "-"))
    if !isNegative { _ = accept(UInt8(ascii: "+")) }
    var any = acceptDigits(areFraction: false)
    if accept(point) { any = acceptDigits(areFraction: true) || any }
    guard any else { return false }
    if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
      guard acceptExponent() else { return false }
    }
    return position == text.count
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func acceptDigit() -> UInt8? {
    guard position < text.count else { return nil }
    let digit = text[position] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    position += 1
    return digit
  }

  private mutating func acceptDigits(areFraction: Bool) -> Bool {
    let start = position
    while let digit = acceptDigit() {
      if digitCount < 19 {
        digits = digits * 10 + UInt64(digit)
        if digits > 0 { digitCount += 1 }
        if areFraction { exponent -= 1 }
      } else {
        isExact = false
      }
    }
    return position > start
  }

  private mutating func acceptExponent() -> Bool {
    let isDown = accept(UInt8(ascii: "-"))
    if !isDown { _ = accept(UInt8(ascii: "+")) }
    guard let first = acceptDigit() else { return false }
    var value = Int(first)
    while let digit = acceptDigit() { value = min(value * 10 + Int(digit), 100_000) }
    exponent += isDown ? -value : value
    return true
  }
}
