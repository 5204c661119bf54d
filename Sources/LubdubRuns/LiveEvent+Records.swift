#if !hasFeature(Embedded)
package import LubdubLive

extension LiveEvent {
  /// The records of the event. A beat has an `id`, to which the records `cancelled` and `played` refer.
  package var records: [EventRecord] {
    switch self {
    case .scheduled(let beat, let pattern):
      var record = EventRecord(
        "beat", (try? TimelineDocument.json(beat)) ?? .null, events: pattern.events(for: beat))
      record.members["id"] = beat.name
      if beat.lateness > .zero { record.members["late_s"] = rounded(beat.lateness.value) }
      return [record]
    case .cancelled(let beat): return [beat.record("cancelled")]
    case .decided(.beat(let beat, _)): return [beat.record("played")]
    case .decided(.cancelled): return []
    case .decided(let decision): return decision.records
    case .dropped(let beats):
      return [
        EventRecord(
          "dropped",
          [
            "count": .number(Double(beats.count)), "t_s": rounded(beats.first.value),
            "last_s": rounded(beats.last.value), "late_s": rounded(beats.longestLateness.value),
          ])
      ]
    case .clockChanged(let change):
      return [
        EventRecord(
          "clock", ["t_s": rounded(change.time.value), "jump_s": rounded(change.jump.value)])
      ]
    }
  }
}

extension Beat {
  fileprivate var name: JSONValue { .string("\(id.plan).\(id.index)") }

  fileprivate func record(_ name: String) -> EventRecord {
    EventRecord(name, ["t_s": rounded(time.value), "id": self.name])
  }
}
#endif
