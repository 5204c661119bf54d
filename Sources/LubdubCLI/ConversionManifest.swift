#if Tool
import LubdubGround
import LubdubHaptics

/// What the last conversion of a folder wrote and lost: `manifest.json`, as far as the next one needs it.
struct ConversionManifest: Sendable {
  /// The entries by their sources; none when there is no manifest that can be read.
  let entries: [String: JSONValue]
  /// The settings of that run.
  let settings: String?

  init(path: String) {
    let root = (try? readFile(at: path)).flatMap { try? JSONParser.parse($0) }
    settings = root?["settings"]?.string
    entries = Dictionary(
      (root?["files"]?.array ?? []).compactMap { file in
        file["source"]?.string.map { ($0, file) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The files that an entry of the manifest names.
  static func paths(in entry: JSONValue) -> [String] {
    (entry["targets"]?.array ?? []).flatMap { $0["files"]?.array ?? [] }.compactMap(\.string)
  }

  /// What an entry of the manifest shows as lost; the reader's losses, which stand at each format, once.
  static func loss(in entry: JSONValue) -> LossReport? {
    var whole = LossReport()
    for (index, target) in (entry["targets"]?.array ?? []).enumerated() {
      guard let loss = target["losses"].flatMap({ LossReport(json: $0) }) else { return nil }
      whole.merge(index == 0 ? loss : loss.only(.write))
    }
    return whole
  }
}

/// What distinguishes a changed file from an unchanged one: FNV-1a with 64 bits, and the length.
enum Digest {
  static func text(of bytes: [UInt8]) -> String {
    var hash = FNV1a()
    for byte in bytes { hash.combine(UInt64(byte)) }
    let digits = String(hash.value, radix: 16)
    return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
      + "-\(bytes.count)"
  }
}
#endif
