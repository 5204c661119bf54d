extension String {
  /// The text as a part of one line of a terminal: what moves the cursor, ends a line or turns the direction of writing is
  /// written as `\u{1b}`. Names and values of files come from other people.
  package var visible: String {
    guard unicodeScalars.contains(where: { $0.isHidden }) else { return self }
    return unicodeScalars.map { scalar in
      scalar.isHidden ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Controls, separators of lines and paragraphs, and marks of direction.
  fileprivate var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
