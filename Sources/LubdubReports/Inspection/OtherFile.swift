#if Tool
internal import LubdubGround
internal import LubdubHaptics
internal import LubdubTraces

/// A file that was taken for a trace or for settings, and is of another kind.
package enum OtherFile {
  /// What it is, and which command takes it; `nil` for text that may be a trace.
  package static func advice(_ bytes: [UInt8], _ path: String) -> String? {
    switch FileKind.recognize(bytes) {
    case .haptics: return "haptic files and timelines are for lubdub preview and lubdub convert"
    case .wav, .compressedSound: return "a sound is for lubdub preview and lubdub convert"
    case .configuration where ContentCheck.hasSettings(bytes, path):
      return "these are settings: lubdub run TRACE --config \(path)"
    default: return isPage(bytes) ? "a page is for a browser" : flight(bytes)
    }
  }

  /// What makes ranges of times of flight, where a table has them and nothing else that is read.
  private static func flight(_ bytes: [UInt8]) -> String? {
    let start = DecodedText.string(bytes.prefix(1 << 10)).lowercased()
    guard ["tof", "flight", "rtt", "trip"].contains(where: { start.contains($0) }),
      let table = LogPreview(Array(bytes.prefix(FileInspection.startSize))), table.proposal == nil
    else { return nil }
    let light = ["ps": 0.000299792458, "ns": 0.299792458, "us": 299.792458]
    for (place, title) in table.titles.enumerated() {
      let words = title.lowercased().split { !$0.isLetter }.map(String.init)
      let isRound = words.contains { ["rtt", "trip", "roundtrip"].contains($0) }
      guard isRound || words.contains("tof") || words.contains("flight"),
        let metres = light[words.last ?? ""].map({ isRound ? $0 / 2 : $0 })
      else { continue }
      return "\(title) is a time, and a range is \(metres) m times it"
        + (isRound ? "" : ", or half of that for the way there and back")
        + ": in a CSV awk -F, -v OFS=, 'NR==1{$\(place + 1)=\"range_m\"}NR>1{$\(place + 1)*=\(metres)}1' FILE makes it so"
    }
    return nil
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
