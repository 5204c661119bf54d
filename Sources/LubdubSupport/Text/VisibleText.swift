extension String {
  /// The text as a part of one line of a terminal: characters that move the cursor, end a line, or change the direction of
  /// writing are written in a form such as `\u{1b}`. Names and values in files come from other people.
  package var visible: String {
    guard unicodeScalars.contains(where: { $0.isHidden }) else { return self }
    return unicodeScalars.map { scalar in
      scalar.isHidden ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  /// The text as a comment of one line in YAML, CSV, and shells.
  package var hashComment: String { "# \(visible)" }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control, a separator of lines or paragraphs, a direction mark, or not allowed in YAML and XML.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFFE...0xFFFF:
      true
    default: false
    }
  }
}
