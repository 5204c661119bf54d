package typealias LogText = ArraySlice<UInt8>

extension LogText {
  package var trimmed: LogText {
    var text = self
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  package var string: String { String(decoding: self, as: UTF8.self) }

  package var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  package func hasPrefix(_ text: String) -> Bool {
    var place = startIndex
    for byte in text.utf8 {
      guard place < endIndex, self[place] == byte else { return false }
      place += 1
    }
    return true
  }

  package func equals(_ text: String) -> Bool { elementsEqual(text.utf8) }

  package func equalsIgnoringCase(_ text: String) -> Bool {
    string.lowercased() == text.lowercased()
  }

  package func firstRange(of text: String) -> Range<Int>? {
    let pattern = Array(text.utf8)
    guard let head = pattern.first, count >= pattern.count else { return nil }
    var rest = self
    while let start = rest.firstIndex(of: head), endIndex - start >= pattern.count {
      let end = start + pattern.count
      if self[start..<end].elementsEqual(pattern) { return start..<end }
      rest = self[(start + 1)...]
    }
    return nil
  }

  package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

  package func after(_ text: String) -> LogText? {
    firstRange(of: text).map { self[$0.upperBound...] }
  }

  package func parts(separatedBy separator: Unicode.Scalar) -> [LogText] {
    split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  /// A finite decimal number such as `-72.35`; `nil` for any other text, including `inf`, `nan`, and hexadecimal.
  package var decimal: Double? {
    guard case .number(let number) = parsedDecimal else { return nil }
    return number
  }

  package var parsedDecimal: DecimalNumber.Parsed { withUnsafeBytes { DecimalNumber.parse($0) } }

  package var integer: Int64? {
    guard !isEmpty, first != 0x2B else { return nil }
    return Int64(string)
  }

  /// The leading part that belongs to a decimal number, with an exponent if there is one.
  package var leadingNumber: LogText {
    let mantissa = prefix { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    var rest = self[mantissa.endIndex...]
    guard !mantissa.isEmpty, let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "e") else {
      return mantissa
    }
    if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
    let end = rest.firstIndex { !(0x30...0x39).contains($0) } ?? endIndex
    return end > rest.startIndex ? self[startIndex..<end] : mantissa
  }

  /// The text with ASCII hyphens and blanks instead of Unicode minus signs, dashes, and spaces.
  package var plain: LogText {
    guard contains(where: { $0 >= 0x80 }) else { return self }
    var text: [UInt8] = []
    for scalar in DecodedText.string(self).unicodeScalars {
      switch scalar.value {
      case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: text.append(0x20)
      case 0x2010...0x2014, 0x2212, 0xFE63, 0xFF0D: text.append(0x2D)
      case 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF: break
      default: text.append(contentsOf: String(scalar).utf8)
      }
    }
    return text[...].trimmed
  }

  /// A decimal number of seconds as whole nanoseconds, exact in 64 bits; digits after the ninth are cut off. A number with an
  /// exponent is rounded to the nearest nanosecond.
  package var nanoseconds: Int64? {
    if contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return decimal.flatMap { Int64(exactly: ($0 * 1e9).rounded()) }
    }
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative ? dropFirst() : self
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    let fraction = digits[point...].dropFirst()
    guard let whole = digits[..<point].unsignedInteger, fraction.isDigits,
      let part = fraction.prefix(9).unsignedInteger ?? (fraction.isEmpty ? 0 : nil)
    else { return nil }
    var billionths = part
    for _ in 0..<(9 - Swift.min(9, fraction.count)) { billionths *= 10 }
    let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = scaled.addingReportingOverflow(billionths)
    guard !overflow, !carry else { return nil }
    return isNegative ? -sum : sum
  }

  private var isDigits: Bool { allSatisfy { (0x30...0x39).contains($0) } }

  package var unsignedInteger: Int64? {
    guard !isEmpty, isDigits else { return nil }
    return Int64(string)
  }
}

package enum Excerpt {
  package static let limit = 40

  /// The text in double quotes, shortened, with control characters and bad bytes made visible.
  package static func quote(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self).visible
    return "\"\(text)\(bytes.count > limit ? "…" : "")\""
  }
}
