/// Text as in hostile files: pieces of syntax, controls, line breaks of every kind, bidirectional marks, and letters.
package enum RandomText {
  private static let pieces = [
    "a", "é", "x: 1", "\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\0",
    "\t", "\u{1B}[31m", "\u{9B}31m", "\u{202E}", "\u{2066}", "\u{7F}", "\u{FFFE}", "\u{FEFF}", "#",
    "# ", "--", "-->", "<!--", "]]>", "<script>", "&amp;", "\"", "'", "\\", "`id`", "$(id)", ",",
    ";", ": ", "- ", "{", "}", "[", "]", "*a", "&a ", "|", ">", "%", "@", "!", " ", "null", "1e300",
    "END:VEVENT", "🫀", "\u{10FF80}",
  ]

  /// A text of up to eight pieces, with an occasional arbitrary scalar.
  package static func next(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      if Int.random(in: 0..<8, using: &random) == 0,
        let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      {
        return String(scalar)
      }
      return pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
}
