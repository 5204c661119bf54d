/// The output of a running session, with one JSON object per line: the records of an NDJSON timeline, zone changes with the
/// zone's name, phases, cues, sustained contacts, and canceled and dropped beats. Times are in seconds since the first row.
/// A beat has an `id`, its events name it as `beat`, and a `cancelled` line cancels the beat and its events.
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
      EventRecord(
        "timeline",
        ["format": "lubdub-timeline", "version": 1, "generator": SessionDocument.generator]))
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func end() {
    statistics.finish()
    guard isBegun else { return }
    add(EventRecord("end", ["duration_s": rounded(max(statistics.duration, lastEnd))]))
  }

  mutating func handedOut(_ event: LiveEvent) {
    if case .decided(let decision) = event { count(decision) }
    for var record in event.records where !["played", "considered"].contains(record.name) {
      if case .decided(.zone(let change)) = event {
        let name = change.to.flatMap { zoneNames.indices.contains($0) ? zoneNames[$0] : nil }
        record.members["zone"] = .optional(name)
      }
      // The member `what` is the name before version 0.2.
      if let state = record.members["state"] { record.members["what"] = state }
      add(record)
      for event in record.events {
        guard var felt = (try? TimelineDocument.json(event)).map({ EventRecord("event", $0) })
        else { continue }
        felt.members["beat"] = record.name == "beat" ? record.members["id"] : nil
        add(felt)
      }
    }
  }

  private mutating func count(_ decision: Decision) {
    if case .cancelled = decision { return }
    lastEnd = max(lastEnd, decision.time.value)
    for event in decision.events { lastEnd = max(lastEnd, (event.time + event.duration).value) }
    statistics.add(decision)
  }

  private mutating func add(_ record: EventRecord) {
    bytes.append(contentsOf: JSONWriter.encode(record.json, lineLength: nil))
  }
}
