internal import CPage

/// A self-contained HTML file with places for data.
///
/// `tools/page` builds it from the folder `web`, with one script and one style. Its security policy allows only this script
/// and this style, by their digests, and the page loads nothing. Data and engine are compressed.
package struct PageTemplate: Sendable {
  package static let session = PageTemplate(page_of_session, engine)
  static let design = PageTemplate(page_of_design, engine)
  package static let bench = PageTemplate(page_of_bench)
  static let preview = PageTemplate(page_of_preview)
  package static let keepsake = PageTemplate(page_of_keepsake)

  private static var engine: [String: String] {
    [
      "constants": escaped(ReportData.constants),
      "engine": DenseText.encode(UnsafeRawBufferPointer(bytes(of: page_engine))),
    ]
  }

  private let document: String
  private let parts: [String: String]

  private init(_ file: page_file, _ parts: [String: String] = [:]) {
    document = String(decoding: Self.bytes(of: file), as: UTF8.self)
    self.parts = parts.merging(["generator": "lubdub \(Version.current)"]) { $1 }
  }

  package func html(session data: JSONValue, isServed: Bool = false) throws(NoPages) -> [UInt8] {
    try html(fields: [
      "data": Self.deflated(data), "connect": isServed ? "connect-src 'self'; " : "",
    ])
  }

  package func html(_ data: JSONValue) throws(NoPages) -> [UInt8] {
    try html(fields: ["data": Self.escaped(data)])
  }

  package func html(fields: [String: String]) throws(NoPages) -> [UInt8] {
    guard Self.areThere else { throw NoPages() }
    return Self.filled(document, with: parts.merging(fields) { $1 })
  }

  package static var areThere: Bool { page_of_session.count > 0 }

  private static let mostForBest = 1 << 20

  /// JSON in the format of zlib (RFC 1950), which browsers decompress on their own, as dense text.
  private static func deflated(_ data: JSONValue) -> String {
    let bytes = JSONWriter.encode(data, lineLength: nil)
    let packed = Zlib.packed(bytes, isModerate: bytes.count > mostForBest)
    return packed.withUnsafeBytes(DenseText.encode)
  }

  /// JSON for a script element. Each `<` is escaped, so that no text ends the element or begins a comment.
  private static func escaped(_ data: JSONValue) -> String {
    String(decoding: JSONWriter.encode(data, lineLength: nil), as: UTF8.self)
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  /// A text with the `{{name}}` of every part replaced. The inserted texts are not searched.
  private static func filled(_ text: String, with parts: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, piece) in text.split(separator: "{{", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0, let end = piece.firstRange(of: "}}"),
        let part = parts[String(piece[..<end.lowerBound])]
      {
        bytes.append(contentsOf: part.utf8)
        bytes.append(contentsOf: piece[end.upperBound...].utf8)
      } else {
        // Scripts contain other braces, which stay.
        bytes.append(contentsOf: (index > 0 ? "{{" : "").utf8)
        bytes.append(contentsOf: piece.utf8)
      }
    }
    return bytes
  }

  private static func bytes(of file: page_file) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: file.bytes, count: file.count)
  }
}

package struct NoPages: Error, CustomStringConvertible {
  package var description: String {
    "this tool was built without its pages; install esbuild, run tools/page in the sources of lubdub and build again"
  }
}
