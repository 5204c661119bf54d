/// Shows a piece of input in a message.
package enum Excerpt {
  /// The most bytes that are shown.
  package static let limit = 40

  /// The text in double quotes, shortened, with control characters and bad bytes made visible.
  package static func quote(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    let shown = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return "\"\(shown.joined())\(bytes.count > limit ? "…" : "")\""
  }
}
