/// Base64 with padding (RFC 4648, section 4), read strictly: one text for each sequence of bytes.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let left = min(3, bytes.count - start)
        var bits = UInt32(bytes[start]) << 16
        if left > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
        if left > 2 { bits |= UInt32(bytes[start + 2]) }
        for place in 0..<4 {
          let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
          text[start / 3 * 4 + place] = place <= left ? alphabet[digit] : padding
        }
      }
      return count
    }
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { encode($0) }
  }

  package static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let group = text[start..<(start + 4)]
      let digits = group.prefix { $0 != padding }
      let isLast = start + 4 == text.count
      guard digits.count == 4 || (isLast && digits.count >= 2),
        group.dropFirst(digits.count).allSatisfy({ $0 == padding })
      else { return nil }
      var bits: UInt32 = 0
      for digit in digits {
        guard let value = value(of: digit) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= UInt32(6 * (4 - digits.count))
      let count = digits.count - 1
      guard bits << UInt32(8 + 8 * count) == 0 else { return nil }
      for place in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
