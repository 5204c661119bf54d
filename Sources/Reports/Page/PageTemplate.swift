internal import CPage

/// What all pages are put together with.
enum PageTemplate {
  /// The source by which a security policy names a script or a style.
  static func hash(_ text: String) -> String {
    "sha256-\(Base64Text.encode(SHA256.digest(Array(text.utf8))))"
  }

  /// A text with every `{{name}}` replaced. What is put in is not searched.
  static func filled(_ text: String, with parts: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, piece) in text.split(separator: "{{", omittingEmptySubsequences: false).enumerated()
    {
      guard index > 0, let end = piece.firstRange(of: "}}") else {
        bytes.append(contentsOf: piece.utf8)
        continue
      }
      bytes.append(contentsOf: (parts[String(piece[..<end.lowerBound])] ?? "").utf8)
      bytes.append(contentsOf: piece[end.upperBound...].utf8)
    }
    return bytes
  }

  /// A file of the folder `web`.
  static func text(_ file: page_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
