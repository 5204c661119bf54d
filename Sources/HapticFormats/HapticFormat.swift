/// The formats that timelines are written in, by their names on the command line.
public enum HapticFormat: String, Sendable, Hashable, CaseIterable {
  /// The timeline document.
  case json
  /// The timeline document, one record a line.
  case ndjson
  /// Apple's haptic and audio pattern.
  case ahap
  /// Android's `createWaveform`.
  case androidWaveform = "android-waveform"
  /// Android's Vibration XML.
  case androidXML = "android-xml"
  /// MPEG haptics as JSON.
  case hjif
  /// The envelope format of Lofelt and Meta.
  case haptic
  /// OpenHarmony and HarmonyOS.
  case openHarmony = "openharmony"
  /// `navigator.vibrate`.
  case webVibrate = "web-vibrate"
  /// bHaptics.
  case tact
  /// A table of events.
  case csv

  /// The code that writes, and where it can, reads the format.
  var coder: any TimelineFormat.Type {
    switch self {
    case .json: TimelineJSON.self
    case .ndjson: TimelineNDJSON.self
    case .ahap: AHAP.self
    case .androidWaveform: AndroidWaveform.self
    case .androidXML: AndroidXML.self
    case .hjif: HJIF.self
    case .haptic: Haptic.self
    case .openHarmony: OpenHarmony.self
    case .webVibrate: WebVibrate.self
    case .tact: Tact.self
    case .csv: CSVTable.self
    }
  }

  /// What the format can hold.
  public var features: FormatFeatures { coder.features }

  /// Whether timelines can be read from it.
  public var isReadable: Bool { coder is any ReadableTimelineFormat.Type }

  /// Writes a document.
  ///
  /// - Throws: `FormatError` when the timeline holds a number that no format can, or exceeds a limit
  ///   that cannot be split around.
  public func encode(
    _ document: TimelineDocument, options: ExportOptions = ExportOptions()
  ) throws(FormatError) -> EncodedTimeline {
    try coder.encode(document, options: options)
  }

  /// Reads a document.
  ///
  /// - Throws: `FormatError` with the first fault, or when the format cannot be read.
  public func decode(_ bytes: [UInt8]) throws(FormatError) -> TimelineDocument {
    guard let reader = coder as? any ReadableTimelineFormat.Type else {
      throw FormatError(
        rule: "write-only", "the format \(rawValue) is written only, it cannot be read back")
    }
    return try reader.decode(bytes)
  }

  /// Everything that is wrong with a file of this format, in the order of the file. Empty for formats
  /// that are only written.
  public func check(_ bytes: [UInt8]) -> [Finding] {
    (coder as? any ReadableTimelineFormat.Type)?.check(bytes) ?? []
  }
}
