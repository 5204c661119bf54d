import CanonicalJSON
import HapticFormats
import Haptics
import Lubdub
import Proximity
import Reports

/// What a running session decides, one JSON object a line: the records of an NDJSON timeline, and zone
/// changes, phases and cues between them.
struct LiveOutput: PipelineOutput {
  /// Lines that have not been taken yet.
  private var bytes: [UInt8] = []
  private(set) var statistics = SessionStatistics()

  init() {
    add(
      ["format": "lubdub-timeline", "version": 1, "generator": SessionDocument.generator],
      "timeline")
  }

  /// Takes out the lines that were written since the last call.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Closes the session.
  mutating func end(duration: Seconds) {
    add(["duration_s": .number(SessionDocument.rounded(duration.value))], "end")
  }

  mutating func estimated(_ estimate: RangeEstimate?, zone: Int?, from observation: Observation) {
    statistics.add(observation, estimate, zone: zone)
  }

  mutating func changed(_ change: ZoneChange) {
    statistics.add(change)
    add(SessionDocument.json(change), "zone_change")
  }

  mutating func acted(_ action: CeremonyAction) {
    statistics.add(action)
    if let phase = SessionDocument.phase(action) { add(phase, "phase") }
    if let cue = SessionDocument.cue(action) { add(cue, "cue") }
  }

  mutating func beat(_ beat: Beat) {
    statistics.add(beat)
    if let value = try? TimelineDocument.json(beat) { add(value, "beat") }
  }

  mutating func played(_ event: HapticEvent) {
    if let value = try? TimelineDocument.json(event) { add(value, "event") }
  }

  private mutating func add(_ value: JSONValue, _ record: String) {
    var members = value.object ?? [:]
    members["record"] = .string(record)
    bytes.append(contentsOf: JSONWriter.encode(.object(members), lineLength: nil))
  }
}
