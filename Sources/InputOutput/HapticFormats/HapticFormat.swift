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
  /// RichTap HE.
  case richTap = "richtap"
  /// A table of events.
  case csv

  /// The code that writes and reads the format: the one list of them.
  var coder: TimelineCoder {
    switch self {
    case .json: TimelineJSON.coder
    case .ndjson: TimelineNDJSON.coder
    case .ahap: AHAP.coder
    case .androidWaveform: AndroidWaveform.coder
    case .androidXML: AndroidXML.coder
    case .hjif: HJIF.coder
    case .haptic: Haptic.coder
    case .openHarmony: OpenHarmony.coder
    case .webVibrate: WebVibrate.coder
    case .tact: Tact.coder
    case .richTap: RichTap.coder
    case .csv: CSVTable.coder
    }
  }

  /// What the format can hold.
  public var features: FormatFeatures { coder.features }

  /// Whether timelines can be read from it.
  public var isReadable: Bool { coder.read != nil }

  /// Writes a document.
  ///
  /// - Throws: `FormatError` when the timeline holds a number that no format can, or exceeds a limit
  ///   that cannot be split around.
  public func encode(
    _ document: TimelineDocument, options: ExportOptions = ExportOptions()
  ) throws(FormatError) -> EncodedTimeline {
    try coder.encode(document, options)
  }

  /// Reads a document and tells what of the file it could not keep. What the format's own players
  /// tolerate is tolerated.
  ///
  /// - Throws: `FormatError` with the first fault that breaks a rule of the format, or when the format
  ///   cannot be read.
  public func read(_ bytes: [UInt8]) throws(FormatError) -> DecodedTimeline {
    guard let read = coder.read else {
      throw FormatError(
        rule: "write-only", "the format \(rawValue) is written only, it cannot be read back")
    }
    var findings: [Finding] = []
    var loss = LossReport(.read)
    let document = read(bytes, &findings, &loss)
    if let error = findings.first(where: { $0.severity == .error }) { throw FormatError(error) }
    guard let document else {
      throw FormatError(rule: "unreadable", "the file holds no timeline")
    }
    return DecodedTimeline(document: document, findings: findings, loss: loss)
  }

  /// Reads a document, as `read`, when only the document is wanted.
  ///
  /// - Throws: As `read`.
  public func decode(_ bytes: [UInt8]) throws(FormatError) -> TimelineDocument {
    try read(bytes).document
  }

  /// Everything that is wrong with a file of this format, in the order of the file. Empty for formats
  /// that are only written.
  public func check(_ bytes: [UInt8]) -> [Finding] {
    var loss = LossReport(.read)
    return check(bytes, loss: &loss)
  }

  /// As `check`, and what `read` would lose of the file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - loss: Where it is counted.
  /// - Returns: The findings, as of `check`.
  public func check(_ bytes: [UInt8], loss: inout LossReport) -> [Finding] {
    guard let read = coder.read else { return [] }
    var findings: [Finding] = []
    let document = read(bytes, &findings, &loss)
    if let document { findings += TimelineLint.findings(in: document.timeline) }
    return findings
  }
}
