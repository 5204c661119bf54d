/// Advice on a file of another kind that was given as a trace or as settings.
package enum OtherFile {
  package static func advice(_ bytes: [UInt8], _ path: String) -> String? {
    let start = DecodedText.string(bytes.prefix(1 << 12)).lowercased()
    switch FileKind.recognize(bytes) {
    case .haptics(.androidXML) where ["dist", "range", " d="].contains(where: start.contains):
      return "this is XML; \(asTable)"
    case .haptics: return "use lubdub preview or lubdub convert for haptic files and timelines"
    case .wav, .compressedSound: return "use lubdub preview or lubdub convert for a sound"
    case .configuration where ContentCheck.hasSettings(bytes, path):
      return "these are settings: lubdub run TRACE --config \(path)"
    default: return isPage(bytes) ? "open a page in a browser" : nil
    }
  }

  package static let asTable =
    "save it as a table t_s,range_m: docs/how-to/read-lines.md shows three lines of Python"

  package static func inPlaceOfSettings(_ bytes: [UInt8]) -> String? {
    switch FileKind.recognize(bytes) {
    case .haptics: "this is a timeline or haptic file, not settings; lubdub preview shows it"
    case .wav, .compressedSound: "this is a sound, not settings"
    case .trace: "this is a trace, not settings; lubdub preset prints settings"
    default:
      isPage(bytes) ? "this is a page, not settings; its button Copy settings copies them" : nil
    }
  }

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    let start = DecodedText.string(bytes.prefix(20)).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }
}
