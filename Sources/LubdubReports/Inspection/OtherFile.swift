/// A file that was taken for a trace or for settings, and is of another kind.
package enum OtherFile {
  package static func advice(_ bytes: [UInt8], _ path: String) -> String? {
    let start = DecodedText.string(bytes.prefix(1 << 12)).lowercased()
    switch FileKind.recognize(bytes) {
    case .haptics(.androidXML) where ["dist", "range", " d="].contains(where: start.contains):
      return xml
    case .haptics: return "haptic files and timelines are for lubdub preview and lubdub convert"
    case .wav, .compressedSound: return "a sound is for lubdub preview and lubdub convert"
    case .configuration where ContentCheck.hasSettings(bytes, path):
      return "these are settings: lubdub run TRACE --config \(path)"
    default:
      guard !isPage(bytes) else { return "a page is for a browser" }
      let start = Array(bytes.prefix(FileInspection.startSize))
      return LogAdvice.of(start) ?? OtherShape.cure(start)
    }
  }

  /// The attributes of an element, and the texts of the elements in it, are one record.
  private static let xml =
    "this is XML: python3 -c 'import sys,json,xml.etree.ElementTree as E;[print(json.dumps(d)) "
    + "for e in E.parse(sys.argv[1]).iter() for d in [{**e.attrib,**{c.tag:c.text for c in e "
    + "if(c.text or\"\").strip()}}] if len(d)>1]' FILE makes JSON lines of its elements"

  package static func inPlaceOfSettings(_ bytes: [UInt8]) -> String? {
    switch FileKind.recognize(bytes) {
    case .haptics: "this is a timeline or haptic file, not settings; lubdub preview shows it"
    case .wav, .compressedSound: "this is a sound, not settings"
    case .trace: "this is a trace, not settings; lubdub preset prints settings"
    default: isPage(bytes) ? "this is a page, not settings; Copy settings in it gives them" : nil
    }
  }

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    let start = DecodedText.string(bytes.prefix(20)).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }
}
