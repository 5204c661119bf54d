internal import CPage
internal import CZlib
package import LubdubGround
internal import LubdubHaptics
internal import LubdubSessions

/// One self-contained HTML file, whose data are still to be put in.
///
/// The parts come from the folder `web`. The security policy lets the page load nothing, and run no
/// script and apply no style but its own, by their digests. A page with an engine has its data, its style and most of its
/// script compressed; a short script in front unpacks them.
package struct PageTemplate: Sendable {
  /// A session, and the pipeline to run it again; see `ReportData`.
  package static let session = PageTemplate(
    page_of_session, engine: page_engine, constants: ReportData.constants)
  /// Tables and charts; see `BenchPage`.
  package static let bench = PageTemplate(page_of_bench)
  /// Haptic files; see `PreviewPage`.
  static let preview = PageTemplate(page_of_preview)
  /// A keepsake; see `Poster`.
  static let keepsake = PageTemplate(page_of_keepsake)

  private let document: String
  /// What is the same in every page.
  private let parts: [String: String]
  /// Whether scripts, style and data are compressed.
  private let isPacked: Bool

  private init(
    _ template: page_template, engine: page_file? = nil, constants: JSONValue = .null
  ) {
    let script = Self.script(template.scripts, template.script_count)
    let packed = Self.script(template.packed_scripts, template.packed_script_count)
    let style = Self.unindented(Self.text(page_style))
    document = Self.text(template.document)
    isPacked = template.packed_script_count > 0
    let compressed = engine.map { UnsafeRawBufferPointer(start: $0.bytes, count: $0.count) }
    parts = [
      "style": style, "script": script, "script-hash": Self.hash(script),
      "style-hash": Self.hash(style), "packed-hash": Self.hash(packed),
      "packed": Self.packed("\(packed)\0\(Self.encoded(constants))\0\(style)"),
      "engine": compressed.map { Base122.encode($0) } ?? "",
      "generator": "lubdub \(Version.current)",
    ]
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - data: What the page shows.
  ///   - isServed: Whether the page may ask the server that it comes from for more.
  /// - Returns: HTML in UTF-8.
  package func html(_ data: JSONValue, isServed: Bool = false) -> [UInt8] {
    html(fields: [
      "data": isPacked ? Self.packed(Self.encoded(data)) : Self.escaped(data),
      "connect": isServed ? "connect-src 'self'; " : "",
    ])
  }

  /// The page.
  ///
  /// - Parameter fields: What is put in place of each `{{name}}`, as markup.
  /// - Returns: HTML in UTF-8.
  func html(fields: [String: String]) -> [UInt8] {
    Self.filled(document, with: parts.merging(fields) { $1 })
  }

  private static func script(_ files: UnsafePointer<page_file>?, _ count: Int) -> String {
    UnsafeBufferPointer(start: files, count: count).map { bundled(text($0)) }
      .joined(separator: "\n")
  }

  /// A text in the format of zlib (RFC 1950), which browsers unpack by themselves, as text.
  private static func packed(_ text: String) -> String {
    deflated(text).withUnsafeBytes { Base122.encode($0) }
  }

  /// Larger texts are compressed in less time, in bytes.
  private static let mostForBest = 1 << 20

  private static func deflated(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var length = compressBound(UInt(bytes.count))
    return Array(unsafeUninitializedCapacity: Int(length)) { buffer, count in
      // It has room for the worst case, and so it does not fail.
      compress2(
        buffer.baseAddress, &length, bytes, UInt(bytes.count),
        bytes.count > mostForBest ? Z_BEST_SPEED : Z_BEST_COMPRESSION)
      count = Int(length)
    }
  }

  /// A module without what joins it to others, and without comments and indentation: what remains is what a
  /// browser needs.
  ///
  /// An import stands on one line, no two modules declare the same name, a `/**` begins a comment wherever it
  /// stands, and no text has several lines; a test checks all of it.
  static func bundled(_ module: String) -> String {
    var isComment = false
    return module.split(separator: "\n").compactMap { line in
      var rest = line.drop { $0 == " " }
      var code = ""
      while !rest.isEmpty {
        let mark = isComment ? "*/" : "/**"
        guard let range = rest.firstRange(of: mark) else {
          if !isComment { code += rest }
          break
        }
        if !isComment { code += rest[..<range.lowerBound] }
        rest = rest[range.upperBound...]
        // The blank after a comment goes with it.
        if isComment, rest.first == " " { rest = rest.dropFirst() }
        isComment.toggle()
      }
      if code.allSatisfy({ $0 == " " }) || code.hasPrefix("//") || code.hasPrefix("import ") {
        return nil
      }
      return code.hasPrefix("export ") ? String(code.dropFirst("export ".count)) : code
    }.joined(separator: "\n")
  }

  /// A style sheet without indentation and empty lines.
  static func unindented(_ style: String) -> String {
    style.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// JSON that can stand within a script element: no `<` ends it or begins a comment.
  private static func escaped(_ data: JSONValue) -> String {
    encoded(data).split(separator: "<", omittingEmptySubsequences: false).joined(
      separator: "\\u003c")
  }

  private static func encoded(_ data: JSONValue) -> String {
    String(decoding: JSONWriter.encode(data, lineLength: nil), as: UTF8.self)
  }

  private static func hash(_ text: String) -> String {
    "sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))"
  }

  /// A text with every `{{name}}` replaced. What is put in is not searched.
  private static func filled(_ text: String, with parts: [String: String]) -> [UInt8] {
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

  private static func text(_ file: page_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
