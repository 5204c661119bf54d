/// Bytes as text of 91 characters, two for 13 or 14 bits: an eighth of base64's growth less. The scheme of basE91
/// (Henke 2005), with characters that need no escape in a script of HTML: no `<`, no `&` and no backslash.
package enum Base91 {
  private static let alphabet = Array(
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
      + "!#$%()*+,./:;>=?@[]^_`{|}~\"'-").utf8)

  /// The bytes as text.
  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 16 / 13 + 2)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits |= UInt32(byte) << count
      count += 8
      guard count > 13 else { continue }
      // What two characters hold beyond 13 bits takes one bit more.
      let width: UInt32 = bits & 8191 > 88 ? 13 : 14
      let value = Int(bits & (1 << width - 1))
      bits >>= width
      count -= width
      text.append(alphabet[value % 91])
      text.append(alphabet[value / 91])
    }
    if count > 0 {
      text.append(alphabet[Int(bits) % 91])
      if count > 7 || bits > 90 { text.append(alphabet[Int(bits) / 91]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
