internal import JSON
internal import Text

/// What a file is, by its content.
public enum FileKind: String, Sendable, Hashable, CaseIterable {
  /// A recorded trace, CSV or NDJSON.
  case trace
  /// A log of positions, or a plan of regions and wires on the ground.
  case positions
  /// Intervals between heartbeats.
  case pulse
  /// A log of strokes on a surface.
  case strokes
  /// The plan of a day, the readings that it is made from, or its pool of rituals.
  case day
  /// A configuration file, YAML.
  case configuration
  /// The timeline document.
  case timeline
  /// The timeline document, one record a line.
  case timelineLines = "timeline-lines"
  /// Apple's pattern.
  case ahap
  /// Android's Vibration XML.
  case androidXML = "android-xml"
  /// MPEG haptics as JSON.
  case hjif
  /// The envelope format of Lofelt and Meta.
  case haptic
  /// OpenHarmony vibration JSON.
  case openHarmony = "openharmony"
  /// bHaptics.
  case tact
  /// An array for `navigator.vibrate`.
  case webVibrate = "web-vibrate"
  /// Arguments of Android's `createWaveform`, as JSON.
  case androidWaveform = "android-waveform"
  /// RichTap HE.
  case richTap = "richtap"
  /// Interhaptics.
  case haps
  /// A table of events, as this package writes it.
  case eventTable = "event-table"
  /// Sampled sound.
  case wav
  /// Compressed sound: FLAC, Ogg or MP3.
  case compressedSound = "compressed-sound"
  /// None of these.
  case unknown

  /// Recognises a file.
  ///
  /// - Parameters:
  ///   - bytes: The content; for traces and sound its beginning is enough.
  ///   - name: The file's name. Its ending decides only where the content cannot, as in a damaged file.
  /// - Returns: The kind; `unknown` when neither content nor name shows.
  public static func recognize(_ bytes: [UInt8], name: String = "") -> FileKind {
    if bytes.starts(with: Array("RIFF".utf8)) || bytes.starts(with: Array("RF64".utf8)) {
      return .wav
    }
    if isCompressedSound(bytes) { return .compressedSound }
    let content = DecodedText(bytes).bytes.drop { $0 <= 0x20 }
    let byName = endings.first { name.lowercased().hasSuffix("." + $0.key) }?.value
    switch content.first {
    case UInt8(ascii: "<"): return .androidXML
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return ofJSON(Array(content)) ?? byName ?? .unknown
    case nil: return byName ?? .unknown
    default: return ofText(content) ?? byName ?? .unknown
    }
  }

  private static let endings: [String: FileKind] = [
    "ahap": .ahap, "haptic": .haptic, "hjif": .hjif, "tact": .tact, "xml": .androidXML,
    "he": .richTap, "haps": .haps, "yaml": .configuration, "yml": .configuration, "csv": .trace,
    "ndjson": .trace,
    "wav": .wav, "flac": .compressedSound, "ogg": .compressedSound, "oga": .compressedSound,
    "opus": .compressedSound, "mp3": .compressedSound,
  ]

  /// The marks of FLAC, Ogg and MP3: an ID3 tag, or a frame of layer III (ISO/IEC 11172-3, 2.4.2.3: eleven or
  /// twelve bits of sync, then the layer in two bits).
  private static func isCompressedSound(_ bytes: [UInt8]) -> Bool {
    if ["fLaC", "OggS", "ID3"].contains(where: { bytes.starts(with: $0.utf8) }) { return true }
    return bytes.count > 3 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2
  }

  private static func ofJSON(_ bytes: [UInt8]) -> FileKind? {
    if let value = try? JSONParser.parse(bytes, allowsTrailingCommas: true) {
      return ofJSON(value, isLine: false)
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    return (try? JSONParser.parse(line)).flatMap { ofJSON($0, isLine: true) }
  }

  private static func ofJSON(_ value: JSONValue, isLine: Bool) -> FileKind? {
    if let numbers = value.array {
      return numbers.allSatisfy { $0.number != nil } ? .webVibrate : nil
    }
    guard let members = value.object else { return nil }
    let names = Set(members.keys)
    if members["format"]?.string == TimelineDocument.formatName {
      return members["record"] == nil ? .timeline : .timelineLines
    }
    if names.contains("t_s") { return .trace }
    if isLine { return nil }
    if !names.isDisjoint(with: ["perceptions", "avatars", "profile"]) { return .hjif }
    if !names.isDisjoint(with: ["Channels", "MetaData"]) { return .openHarmony }
    if names.contains("m_vibration") { return .haps }
    if isRichTap(members) { return .richTap }
    if !names.isDisjoint(with: ["Pattern", "Version", "Metadata"]) { return .ahap }
    if names.contains("timings") { return .androidWaveform }
    if !names.isDisjoint(with: ["feedback", "intervalMillis"]) || names == ["project"] {
      return .tact
    }
    if names.contains("signals") || members["version"]?["major"] != nil { return .haptic }
    return nil
  }

  /// RichTap shares the names `Metadata` and `Pattern` with AHAP; its events have a `Type`.
  private static func isRichTap(_ members: [String: JSONValue]) -> Bool {
    if members["PatternList"] != nil { return true }
    let events = (members["Pattern"]?.array ?? []).map { $0["Event"] ?? $0 }
    return events.contains { $0["EventType"] == nil && $0["Type"] != nil }
  }

  /// A trace has a header with columns; a configuration has a key with a colon on its first line.
  private static func ofText(_ bytes: ArraySlice<UInt8>) -> FileKind? {
    let lines = bytes.prefix(1 << 16).split { $0 == 0x0A || $0 == 0x0D }
    let line = lines.first { TextPrefix.isRow($0) && !$0.starts(with: [0x2D, 0x2D, 0x2D]) }
    if bytes.starts(with: WebVibrate.scriptStart.utf8) { return .webVibrate }
    guard let line, !line.contains(0), !line.starts(with: Array("//".utf8)) else { return nil }
    if CSVTable.isHeader(line) { return .eventTable }
    let header = String(decoding: line, as: UTF8.self)
    if header.utf8.contains(UInt8(ascii: ",")) || header == "t_s" { return .trace }
    return header.utf8.contains(UInt8(ascii: ":")) ? .configuration : nil
  }

  /// The format that reads such a file, where there is one.
  public var format: HapticFormat? {
    switch self {
    case .timeline: .json
    case .timelineLines: .ndjson
    case .ahap: .ahap
    case .androidWaveform: .androidWaveform
    case .androidXML: .androidXML
    case .hjif: .hjif
    case .haptic: .haptic
    case .openHarmony: .openHarmony
    case .richTap: .richTap
    case .haps: .haps
    case .tact: .tact
    case .webVibrate: .webVibrate
    case .eventTable: .csv
    case .trace, .positions, .pulse, .strokes, .day, .configuration, .wav, .compressedSound,
      .unknown:
      nil
    }
  }

  /// Everything that is wrong with a file of this kind; `nil` for the kinds that this module cannot
  /// check: traces, configurations and sound.
  public func check(_ bytes: [UInt8]) -> [Finding]? {
    var loss = LossReport(.read)
    return check(bytes, loss: &loss)
  }

  /// As `check`, and what reading would lose of a haptic file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - loss: Where it is counted.
  /// - Returns: The findings, as of `check`.
  public func check(_ bytes: [UInt8], loss: inout LossReport) -> [Finding]? {
    if let format { return format.check(bytes, loss: &loss) }
    if self == .compressedSound {
      return [
        Finding(
          .note, rule: "compressed-sound", "this is compressed sound, of which nothing is checked")
      ]
    }
    guard self == .unknown else { return nil }
    return [
      Finding(
        .error, rule: "unknown-kind", "this is no file that can be checked",
        cure: "known are traces, configurations, timelines, AHAP, Vibration XML, HJIF, .haptic, "
          + ".tact, OpenHarmony, RichTap, .haps, createWaveform, web vibration, tables of events and WAV"
      )
    ]
  }
}
