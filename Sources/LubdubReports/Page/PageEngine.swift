internal import CPage

/// The engine that pages run. It is built next to the tool, and the tool's build embeds it.
package enum PageEngine {
  package static var isThere: Bool { page_engine.count > 0 }

  /// Checks that the engine has the tool's own list of settings. With another list, a page would reject settings that the
  /// tool accepts. Without an engine, the check passes.
  package static func requireSameSettings() throws(StaleEngine) {
    guard isThere else { return }
    let known = UnsafeBufferPointer(
      start: page_engine_settings.bytes, count: page_engine_settings.count)
    try compare(Array(known), with: SettingsCatalog.json)
  }

  static func compare(_ known: [UInt8], with catalog: JSONValue) throws(StaleEngine) {
    guard JSONWriter.encode(catalog) != known else { return }
    let engine = entries((try? JSONParser.parse(known)) ?? .null)
    let tool = entries(catalog)
    let keys = Set(engine.keys).union(tool.keys).sorted().filter { engine[$0] != tool[$0] }
    throw StaleEngine(keys: keys)
  }

  private static func entries(_ catalog: JSONValue) -> [String: JSONValue] {
    let pairs = (catalog.array ?? []).compactMap { entry in
      entry["key"]?.string.map { ($0, entry) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

package struct StaleEngine: Error, Hashable, CustomStringConvertible {
  package let keys: [String]

  private static let mostKeys = 3

  package var description: String {
    let named = keys.prefix(Self.mostKeys).joined(separator: ", ")
    let more = keys.count > Self.mostKeys ? " and \(keys.count - Self.mostKeys) more" : ""
    let what = keys.isEmpty ? "" : ", they differ in \(named)\(more)"
    return "the engine of pages was built from other sources than this tool\(what); run tools/wasm "
      + "in the sources of lubdub and build again"
  }
}
