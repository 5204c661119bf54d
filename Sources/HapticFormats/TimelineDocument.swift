public import CanonicalJSON
public import Haptics
internal import Quantities

/// A timeline and what is told beside it: configuration, input summary, zone changes and so on.
///
/// The annotations are the members of the JSON document that this module does not interpret; see
/// `docs/timeline.schema.json` for their names and shapes.
public struct TimelineDocument: Sendable, Hashable {
  /// What is played.
  public var timeline: Timeline
  /// Members of the document by name, such as `generator`, `configuration`, `input`,
  /// `zone_changes`, `phases` or `cues`.
  public var annotations: [String: JSONValue]

  /// A document from its parts. Names that the document itself uses are not annotations and are
  /// left out.
  public init(_ timeline: Timeline, annotations: [String: JSONValue] = [:]) {
    self.timeline = timeline
    self.annotations = annotations.filter { !Self.ownNames.contains($0.key) }
  }

  /// The members that describe the timeline.
  static let ownNames: Set<String> = ["format", "version", "duration_s", "beats", "events"]
  /// What the member `format` says.
  static let formatName = "lubdub-timeline"
  /// The version of the schema that is written.
  static let version = 1.0
}

extension TimelineDocument {
  /// A beat as the timeline document and its NDJSON form write it.
  public static func json(_ beat: Beat) -> JSONValue {
    var beat = beat
    beat.time = Seconds(toNanosecond(beat.time.value))
    return TimelineJSON.json(beat)
  }

  /// An event as the timeline document and its NDJSON form write it.
  public static func json(_ event: HapticEvent) -> JSONValue {
    var event = event
    event.time = Seconds(toNanosecond(event.time.value))
    return TimelineJSON.json(event)
  }
}
