/// A timeline and what else its document holds: configuration, input summary, zone changes and so on.
///
/// The annotations are the members of the JSON document that this module does not interpret; see
/// `docs/timeline.schema.json` for their names and shapes.
public struct TimelineDocument: Sendable, Hashable {
  /// What is played.
  public var timeline: Timeline
  /// Members of the document by name, such as `generator`, `configuration`, `input`,
  /// `zone_changes`, `phases` or `cues`.
  public var annotations: [String: JSONValue]
  /// What each place on the body plays, where there are several; `timeline` then has the events of all of them.
  public internal(set) var places: [TimelinePlace] = []

  /// A document from its parts. Names that the document itself uses are not annotations and are left out.
  public init(_ timeline: Timeline, annotations: [String: JSONValue] = [:]) {
    self.timeline = timeline
    self.annotations = annotations.filter { !Self.ownNames.contains($0.key) }
  }

  /// What a reader made up, for the file does not state it: a sharpness in a format without one, or that a short pulse
  /// stands for a tap. Each is counted as the loss that leaving it out would be; no writer loses it.
  var assumed: LossReport {
    get {
      let report = annotations["assumed"].flatMap { LossReport(json: ["losses": $0]) }
      return report?.only(.read) ?? LossReport(.read)
    }
    set { annotations["assumed"] = newValue.isEmpty ? nil : newValue.json["losses"] }
  }

  static let writersNames: Set<String> = [
    "loop", "assumed", "android_effect", "android_preamble", "android_pauses",
    AndroidXML.alternatives, AmplitudeLaw.key,
  ]
  static let ownNames: Set<String> = [
    "format", "version", "duration_s", "beats", "events", "places",
  ]
  static let formatName = "lubdub-timeline"
  static let version = 1.0
}

extension TimelineDocument {
  /// A beat exactly as the document of its timeline has it.
  ///
  /// - Throws: `FormatError` for a number that no document can hold.
  public static func json(_ beat: Beat) throws(FormatError) -> JSONValue {
    var loss = LossReport()
    let timeline = try Timeline(duration: beat.time, beats: [beat], events: [])
      .normalized(loss: &loss)
    return TimelineJSON.json(timeline.beats[0])
  }

  /// An event exactly as the document of its timeline has it; `nil` for a continuous event without a
  /// length, which no document has.
  ///
  /// - Throws: `FormatError` for a number that no document can hold.
  public static func json(_ event: HapticEvent) throws(FormatError) -> JSONValue? {
    var loss = LossReport()
    let timeline = try Timeline(duration: event.time, events: [event]).normalized(loss: &loss)
    return timeline.events.first.map(TimelineJSON.json)
  }
}
