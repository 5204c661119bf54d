#if !hasFeature(Embedded)
/// One event of a session as JSON, with the same object in the lines of `lubdub live`, in the C interface, and in Python.
/// Its member `record` names its kind.
package struct EventRecord {
  package let name: String
  package var members: [String: JSONValue]
  /// The haptic events of the record.
  package var events: [HapticEvent]

  package init(_ name: String, _ json: JSONValue, events: [HapticEvent] = []) {
    (self.name, self.members, self.events) = (name, json.object ?? [:], events)
  }

  package var json: JSONValue { .object(members.merging(["record": .string(name)]) { $1 }) }
}

extension Decision {
  /// The record of the decision, or two records if a cue of the ceremony changes the phase.
  package var records: [EventRecord] {
    switch self {
    case .zone(let change): [EventRecord("zone_change", change.json)]
    case .beat(let beat, _):
      [EventRecord("beat", (try? TimelineDocument.json(beat)) ?? .null, events: events)]
    case .cancelled(let time): [EventRecord("cancelled", ["t_s": rounded(time.value)])]
    case .sustained(let contact): [EventRecord("contact", contact.json, events: events)]
    case .ceremony(let action):
      [
        action.phaseJSON.map { EventRecord("phase", $0) },
        action.cueJSON.map { EventRecord("cue", $0, events: events) },
      ].compactMap(\.self)
    case .considered(let consideration): [EventRecord("considered", consideration.json)]
    }
  }
}
#endif
