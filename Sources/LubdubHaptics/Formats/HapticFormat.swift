/// The formats for writing timelines, with their names on the command line.
public enum HapticFormat: String, Sendable, Hashable, CaseIterable {
  /// The timeline document.
  case json
  /// The timeline document, one record per line.
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
  /// Interhaptics.
  case haps
  /// Pulsar.
  case pulsar
  /// A table of events.
  case csv

  var coder: TimelineCoder {
    switch self {
    case .json: TimelineJSON.coder
    case .ndjson: TimelineNDJSON.coder
    case .ahap: AHAP.coder
    case .androidWaveform: AndroidWaveform.coder
    case .androidXML: AndroidXML.coder
    case .hjif: HJIF.coder
    case .haptic: DotHaptic.coder
    case .openHarmony: OpenHarmony.coder
    case .webVibrate: WebVibrate.coder
    case .tact: Tact.coder
    case .richTap: RichTap.coder
    case .haps: Haps.coder
    case .pulsar: Pulsar.coder
    case .csv: CSVTable.coder
    }
  }

  /// The usual file extension, without a dot.
  public var fileExtension: String { coder.fileExtension }

  /// The file extensions, without a dot, the usual one first.
  package var fileExtensions: [String] {
    [coder.fileExtension] + (coder.otherExtension.map { [$0] } ?? [])
  }

  /// The smallest step of time.
  public var timeResolution: Seconds { coder.timeResolution }

  /// Writes a document.
  ///
  /// - Throws: `FormatError` when the timeline contains a number that no format can represent, exceeds a limit that splitting
  ///   cannot avoid, or when the format can represent none of its events.
  public func encode(
    _ document: TimelineDocument, options: ExportOptions = ExportOptions()
  ) throws(FormatError) -> EncodedTimeline {
    var encoding = try TimelineEncoding(document, options, coder)
    let isOurs = [.json, .ndjson, .csv].contains(self)
    if !isOurs { try encoding.requireLength() }
    let parts = try coder.encode(&encoding)
    if !isOurs { encoding.noteDifference(of: parts, coder) }
    let loss = encoding.loss.without(document.assumed, in: document.timeline)
    return EncodedTimeline(parts: parts, loss: loss)
  }

  /// Reads a document and reports the losses of reading. Accepts faults that the format's own players accept.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - place: The place on the body whose events are read, such as `vest-front` or `left`, if the format has places; by
  ///     default all places.
  /// - Throws: `FormatError` with the first fault that breaks a rule of the format, or when no content of the file remains.
  /// - Returns: The document, findings about the file, and the losses of reading.
  public func read(_ bytes: [UInt8], place: String? = nil) throws(FormatError) -> DecodedTimeline {
    guard place == nil || coder.places != .one else {
      throw FormatError(rule: "no-place", "\(rawValue) has no places on the body")
    }
    let (document, log) = coder.decode(bytes, place: place)
    if let error = log.findings.first(where: { $0.severity == .error }) { throw FormatError(error) }
    guard let document else { throw FormatError(rule: "unreadable", "the file has no timeline") }
    guard
      !document.timeline.events.isEmpty
        || !log.loss.entries.contains(where: { $0.loss == .dropped })
    else {
      throw FormatError(
        rule: "nothing-left", "nothing in the file can be played as haptics: \(log.loss)")
    }
    return DecodedTimeline(document: document, findings: log.findings, loss: log.loss)
  }

  /// Reads a document, like `read`, without findings or losses.
  ///
  /// - Throws: `FormatError`, like `read`.
  public func decode(_ bytes: [UInt8]) throws(FormatError) -> TimelineDocument {
    try read(bytes).document
  }

  /// All faults of a file of this format, in the order of the file, and the losses of `read`.
  public func check(_ bytes: [UInt8], loss: inout LossReport) -> [Finding] {
    let (document, log) = coder.decode(bytes)
    loss.merge(log.loss)
    return log.findings + (document?.timelines ?? []).flatMap { TimelineLint.findings(in: $0) }
  }
}
