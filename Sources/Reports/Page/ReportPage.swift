package import CanonicalJSON
internal import CPage
internal import HapticFormats
internal import Sessions

/// One self-contained HTML file: a session, and the pipeline to run it again.
///
/// The parts come from the folder `web`. The security policy lets the page load nothing, and run no
/// script and apply no style but its own, by their digests.
package enum ReportPage {
  /// Whether the tool was built with the engine, so that pages can run the pipeline.
  package static var hasEngine: Bool { page_engine.count > 0 }

  /// The page.
  ///
  /// - Parameter data: What the page shows; see `ReportData`.
  /// - Returns: HTML in UTF-8.
  package static func html(_ data: JSONValue) -> [UInt8] {
    var parts = constantParts
    parts["data"] = escaped(data)
    return PageTemplate.filled(PageTemplate.text(page_document), with: parts)
  }

  /// What is the same in every page.
  private static let constantParts: [String: String] = {
    let script = bundle
    let style = PageTemplate.text(page_style)
    let engine = UnsafeRawBufferPointer(start: page_engine.bytes, count: page_engine.count)
    return [
      "style": style, "script": script, "script-hash": PageTemplate.hash(script),
      "style-hash": PageTemplate.hash(style),
      "engine": Base64Text.encode(engine), "generator": "lubdub \(Version.current)",
    ]
  }()

  /// All scripts as one: modules put one after another, without their imports and exports.
  private static var bundle: String {
    let files = UnsafeBufferPointer(start: page_scripts, count: page_script_count)
    return files.map { bundled(PageTemplate.text($0)) }.joined(separator: "\n")
  }

  /// A module without what joins it to others. An import stands on one line, and no two modules declare
  /// the same name; a test checks both.
  static func bundled(_ module: String) -> String {
    module.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("import ") { return nil }
      return line.hasPrefix("export ") ? String(line.dropFirst("export ".count)) : String(line)
    }.joined(separator: "\n")
  }

  /// JSON that can stand within a script element: no `<` ends it or begins a comment.
  private static func escaped(_ data: JSONValue) -> String {
    String(decoding: JSONWriter.encode(data, lineLength: nil), as: UTF8.self)
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }
}
