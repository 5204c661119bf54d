/// The output of a running session, one JSON object per line: the records of an NDJSON timeline, interleaved with zone changes
/// with the zone's name, phases, cues, sustained contacts, and canceled and dropped beats. Times are seconds since the first
/// row. A beat has an `id`, its events name it as `beat`, and a `cancelled` line revokes both.
struct LiveOutput {
  private let zoneNames: [String]
  private var bytes: [UInt8] = []
  var statistics = SessionStatistics()
  private var lastEnd = 0.0

  private(set) var isBegun = false

  init(_ configuration: Configuration) { zoneNames = configuration.zones.names }

  mutating func begin() {
    guard !isBegun else { return }
    isBegun = true
    add(
      ["format": "lubdub-timeline", "version": 1, "generator": SessionDocument.generator],
      "timeline")
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func end() {
    statistics.finish()
    guard isBegun else { return }
    let duration = max(statistics.duration, lastEnd)
    add(["duration_s": rounded(duration)], "end")
  }

  mutating func handedOut(_ event: LiveEvent) {
    switch event {
    case .scheduled(let beat, let pattern): add(beat, pattern)
    case .cancelled(let beat): add(["t_s": rounded(beat.time.value), "id": beat.json], "cancelled")
    case .decided(let decision): decided(decision)
    case .dropped(let beats):
      add(
        [
          "count": .number(Double(beats.count)), "t_s": rounded(beats.first.value),
          "last_s": rounded(beats.last.value), "late_s": rounded(beats.longestLateness.value),
        ], "dropped")
    case .clockChanged(let change):
      add(["t_s": rounded(change.time.value), "jump_s": rounded(change.jump.value)], "clock")
    }
  }

  private mutating func decided(_ decision: Decision) {
    if case .cancelled = decision { return }
    lastEnd = max(lastEnd, decision.time.value)
    for event in decision.events { lastEnd = max(lastEnd, (event.time + event.duration).value) }
    statistics.add(decision)
    switch decision {
    case .zone(let change): add(change.json, zone: change.to)
    case .ceremony(let action):
      if let phase = action.phaseJSON { add(phase, "phase") }
      if let cue = action.cueJSON { add(cue, "cue") }
      add(decision.events)
    case .sustained(let contact):
      add(contact.json, "contact")
      add(decision.events)
    case .beat, .cancelled, .considered: break
    }
  }

  private mutating func add(_ change: JSONValue, zone: Int?) {
    var members = change.object ?? [:]
    let name = zone.flatMap { zoneNames.indices.contains($0) ? zoneNames[$0] : nil }
    members["zone"] = .optional(name)
    add(.object(members), "zone_change")
  }

  private mutating func add(_ beat: Beat, _ pattern: Pattern) {
    guard var value = (try? TimelineDocument.json(beat))?.object else { return }
    value["id"] = beat.json
    if beat.lateness > .zero { value["late_s"] = rounded(beat.lateness.value) }
    add(.object(value), "beat")
    add(pattern.events(for: beat), of: beat)
  }

  private mutating func add(_ events: [HapticEvent], of beat: Beat? = nil) {
    for event in events {
      guard var value = (try? TimelineDocument.json(event))?.object else { continue }
      if let beat { value["beat"] = beat.json }
      add(.object(value), "event")
    }
  }

  private mutating func add(_ value: JSONValue, _ record: String) {
    var members = value.object ?? [:]
    members["record"] = .string(record)
    bytes.append(contentsOf: JSONWriter.encode(.object(members), lineLength: nil))
  }
}

extension Beat {
  fileprivate var json: JSONValue { .string("\(id.plan).\(id.index)") }
}
