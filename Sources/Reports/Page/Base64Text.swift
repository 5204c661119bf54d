/// Bytes as base64 (RFC 4648).
package enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes as text.
  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let left = min(3, bytes.count - start)
        var group = UInt32(bytes[start]) << 16
        if left > 1 { group |= UInt32(bytes[start + 1]) << 8 }
        if left > 2 { group |= UInt32(bytes[start + 2]) }
        for digit in 0..<4 {
          let value = Int(group >> UInt32(18 - 6 * digit)) & 63
          text[place + digit] = digit <= left ? alphabet[value] : UInt8(ascii: "=")
        }
        place += 4
      }
      return count
    }
  }

  /// The bytes as text.
  package static func encode(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { encode($0) }
  }
}
