#if Tool
internal import LubdubGround
internal import LubdubHaptics

/// A file that was taken for a trace or for settings, and is of another kind.
package enum OtherFile {
  /// What it is, and which command takes it; `nil` for text that may be a trace.
  package static func advice(_ bytes: [UInt8], _ path: String) -> String? {
    switch FileKind.recognize(bytes) {
    case .haptics: return "haptic files and timelines are for lubdub preview and lubdub convert"
    case .wav, .compressedSound: return "a sound is for lubdub preview and lubdub convert"
    case .configuration where ContentCheck.hasSettings(bytes, path):
      return "these are settings: lubdub run TRACE --config \(path)"
    default: return isPage(bytes) ? "a page is for a browser" : nil
    }
  }

  /// The kind in words, where a file of settings was expected; `nil` for what may be one.
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
#endif
