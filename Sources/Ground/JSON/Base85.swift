/// Bytes as text of 85 characters, five for four bytes: a sixteenth shorter than base64. Like Ascii85, with
/// characters that need no escape in HTML: neither `<`, `>`, `&`, quotes nor a backslash.
package enum Base85 {
  private static let alphabet = Array(
    ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
      + "!#$%()*+,-.:;=?@^_`{|}~").utf8)

  /// The bytes as text. The last one to three bytes become one character more than they are.
  package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let rest = bytes.count % 4
    let count = bytes.count / 4 * 5 + (rest > 0 ? rest + 1 : 0)
    return String(unsafeUninitializedCapacity: count) { text in
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let taken = min(4, bytes.count - start)
        var word: UInt32 = 0
        for index in 0..<4 { word = word << 8 | (index < taken ? UInt32(bytes[start + index]) : 0) }
        var divisor: UInt32 = 85 * 85 * 85 * 85
        for _ in 0..<(taken == 4 ? 5 : taken + 1) {
          text[place] = alphabet[Int(word / divisor % 85)]
          divisor /= 85
          place += 1
        }
      }
      return count
    }
  }
}
