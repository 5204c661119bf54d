/// A timeline and the other content of its document: configuration, input summary, zone changes, and so on.
///
/// The annotations are the members of the JSON document that this module does not interpret; see
/// `docs/timeline.schema.json` for their names and shapes.
public struct TimelineDocument: Sendable, Hashable {
  /// The timeline to play.
  public var timeline: Timeline
  /// Members of the document by name, such as `generator`, `configuration`, `input`, `zone_changes`, `phases`, or `cues`.
  public var annotations: [String: JSONValue]
  /// The timeline of each place on the body, if there are several; `timeline` then has the events of all places.
  public internal(set) var places: [TimelinePlace] = []

  /// Creates a document from its parts. Annotations with names that the document itself uses are omitted.
  public init(_ timeline: Timeline, annotations: [String: JSONValue] = [:]) {
    self.timeline = timeline
    self.annotations = annotations.filter { !Self.ownNames.contains($0.key) }
  }

  /// The assumptions of a reader about values that the file does not state: a sharpness in a format without one, or a tap
  /// for a short pulse. Each entry is the loss that a writer would cause by omitting the assumed value. Writers do not
  /// report this loss.
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
  /// A beat exactly as in the document of its timeline.
  ///
  /// - Throws: `FormatError` for a number that no document can represent.
  public static func json(_ beat: Beat) throws(FormatError) -> JSONValue {
    var loss = LossReport()
    let timeline = try Timeline(duration: beat.time, beats: [beat], events: [])
      .normalized(loss: &loss)
    return TimelineJSON.json(timeline.beats[0])
  }

  /// An event exactly as in the document of its timeline; `nil` for a continuous event without a length, which no document
  /// contains.
  ///
  /// - Throws: `FormatError` for a number that no document can represent.
  public static func json(_ event: HapticEvent) throws(FormatError) -> JSONValue? {
    var loss = LossReport()
    let timeline = try Timeline(duration: event.time, events: [event]).normalized(loss: &loss)
    return timeline.events.first.map(TimelineJSON.json)
  }
}
