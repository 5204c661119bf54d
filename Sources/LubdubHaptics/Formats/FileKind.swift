/// The kind of a file, determined by its content.
public enum FileKind: Sendable, Hashable {
  /// A haptic file.
  case haptics(HapticFormat)
  /// Sampled sound.
  case wav
  /// Compressed sound: FLAC, Ogg, or MP3.
  case compressedSound
  /// A recorded trace, CSV or NDJSON.
  case trace
  /// A configuration file.
  case configuration
  /// A kind that another module reads, with its name.
  case other(String)
  /// Any other file.
  case unknown

  /// The word for the kind, such as `ahap`.
  public var name: String {
    switch self {
    case .haptics(.json): "timeline"
    case .haptics(.ndjson): "timeline-lines"
    case .haptics(.csv): "event-table"
    case .haptics(let format): format.rawValue
    case .wav: "wav"
    case .compressedSound: "compressed-sound"
    case .trace: "trace"
    case .configuration: "configuration"
    case .other(let name): name
    case .unknown: "unknown"
    }
  }

  /// The format that reads such a file, if there is one.
  public var format: HapticFormat? {
    if case .haptics(let format) = self { format } else { nil }
  }

  /// Recognizes the kind of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content; for traces and sound, the beginning is sufficient.
  ///   - name: The file's name. Its extension is used only when the content isn't sufficient, as in a damaged file.
  /// - Returns: The kind; `unknown` when neither content nor name shows it.
  public static func recognize(_ bytes: [UInt8], name: String = "") -> FileKind {
    if bytes.starts(with: Array("RIFF".utf8)) || bytes.starts(with: Array("RF64".utf8)) {
      return .wav
    }
    if isCompressedSound(bytes) { return .compressedSound }
    let content = DecodedText(bytes).bytes.drop { $0 <= 0x20 }
    let found: FileKind? =
      switch content.first {
      case UInt8(ascii: "{"), UInt8(ascii: "["): ofJSON(Array(content))
      case nil: nil
      default: ofText(content)
      }
    return found ?? byEnding(name) ?? .unknown
  }

  private static func byEnding(_ name: String) -> FileKind? {
    let bytes = Array(name.lowercased().utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
    func isOne(of list: String) -> Bool { list.split(separator: " ").contains { $0 == ending } }
    // A file with the extension .json can have any of several formats.
    if isOne(of: "json") { return nil }
    if isOne(of: "yaml yml") { return .configuration }
    if isOne(of: "csv ndjson") { return .trace }
    if isOne(of: "wav") { return .wav }
    if isOne(of: "flac ogg oga opus mp3") { return .compressedSound }
    return HapticFormat.allCases.first { isOne(of: $0.fileExtension) }.map { .haptics($0) }
  }

  /// The marks of FLAC, Ogg, and MP3: an ID3 tag, or a frame of layer III (ISO/IEC 11172-3, 2.4.2.3: eleven or twelve bits
  /// of sync, then the layer in two bits).
  private static func isCompressedSound(_ bytes: [UInt8]) -> Bool {
    if ["fLaC", "OggS", "ID3"].contains(where: { bytes[...].hasPrefix($0) }) { return true }
    return bytes.count > 3 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2
  }

  private static func format(_ isMarked: (TimelineCoder.Mark) -> Bool) -> FileKind? {
    HapticFormat.allCases.first { $0.coder.marks.contains { isMarked($0) } }.map { .haptics($0) }
  }

  private static func ofJSON(_ bytes: [UInt8]) -> FileKind? {
    let whole = try? JSONParser.parse(bytes, allowsTrailingCommas: true)
    let value = whole ?? (try? JSONParser.parse(bytes.prefix { $0 != 0x0A && $0 != 0x0D }))
    if value?["t_s"] != nil { return .trace }
    return format { mark in
      switch (mark, value) {
      case (.object(let isMarked), .object(let members)): whole != nil && isMarked(members)
      case (.line(let isMarked), .object(let members)): isMarked(members)
      case (.array(let isMarked), .array(let values)): isMarked(values)
      default: false
      }
    }
  }

  /// A trace has a header with columns; a configuration has a key with a colon on its first line.
  private static func ofText(_ bytes: ArraySlice<UInt8>) -> FileKind? {
    let lines = bytes.prefix(1 << 16).split { $0 == 0x0A || $0 == 0x0D }
    let row = lines.first { TextPrefix.isRow($0) && !$0.starts(with: [0x2D, 0x2D, 0x2D]) }
    guard let row else { return nil }
    let found = format { mark in if case .row(let isMarked) = mark { isMarked(row) } else { false }
    }
    if let found { return found }
    guard !row.contains(0), row.first != UInt8(ascii: "<"), !row.starts(with: Array("//".utf8))
    else { return nil }
    // `zones: {edges: [1, 2]}` and `- {time: 0}` also have commas.
    let isYAML = [": {", ": [", "- {"].contains {
      row.firstRange(of: $0).map { !row[..<$0.lowerBound].contains(UInt8(ascii: ",")) } ?? false
    }
    if isYAML { return .configuration }
    let header = String(decoding: row, as: UTF8.self)
    if header.utf8.contains(UInt8(ascii: ",")) || header == "t_s" { return .trace }
    return header.utf8.contains(UInt8(ascii: ":")) ? .configuration : nil
  }

  /// All faults of a file of this kind, and the losses of reading it; `nil` for the kinds that this module cannot check:
  /// traces, configurations, and sound.
  public func check(_ bytes: [UInt8], loss: inout LossReport) -> [Finding]? {
    switch self {
    case .haptics(let format): format.check(bytes, loss: &loss)
    case .compressedSound:
      [
        Finding(
          .note, code: "compressed-sound", "this is compressed sound, which Lubdub does not check")
      ]
    case .unknown:
      [
        Finding(
          .error, code: "unknown-kind", "this file cannot be checked",
          cure: "Lubdub checks traces, configurations, WAV, and the haptic formats: "
            + HapticFormat.allCases.map { $0.rawValue }.joined(separator: ", "))
      ]
    case .wav, .trace, .configuration, .other: nil
    }
  }
}
