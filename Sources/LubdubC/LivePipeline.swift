#if !hasFeature(Embedded)
/// A pipeline that C owns. Calls from several threads wait for each other.
final class LivePipeline: HeldByC, Sendable {
  static let name = "pipeline"
  private let pipeline: Locked<Pipeline>
  let vocabulary: Vocabulary

  init(
    _ configuration: Configuration, explains: Bool, vocabulary: Vocabulary
  ) throws(SettingError) {
    self.vocabulary = vocabulary
    var fresh = try Pipeline(configuration)
    fresh.explainsZones = explains
    pipeline = Locked(fresh)
  }

  func read<Value>(_ body: (Pipeline) -> Value) -> Value { pipeline.withLock { body($0) } }

  func deciding<Refusal: Error>(
    _ body: (inout Pipeline, Result, (Decision) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) -> Result {
    try pipeline.deciding("decisions", { (decision: Decision) in decision.json }, body)
  }
}

extension Locked {
  /// A result with the effect of a call, and the decisions of the call as objects of one part.
  func deciding<Event, Refusal: Error>(
    _ part: String, _ json: (Event) -> [JSONValue],
    _ body: (inout Value, Result, (Event) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) -> Result {
    let result = Result()
    var events: [Event] = []
    try withLock { (value) throws(Refusal) in
      try body(&value, result) { events.append($0) }
    }
    let objects = events.flatMap(json)
    if !objects.isEmpty { result.add(part, .array(objects)) }
    return result
  }
}

extension Result {
  func add(
    _ rows: Rows,
    _ process: (Sample) -> (
      reception: Reception, estimate: DistanceEstimate?, zone: Int?, state: LinkState
    )
  ) {
    var estimates = EstimateColumns()
    var receptions: [UInt8] = []
    receptions.reserveCapacity(rows.count)
    for index in 0..<rows.count {
      let answer = process(rows.row(index).sample)
      receptions.append(answer.reception.byte)
      estimates.add(answer.estimate, zone: answer.zone, answer.state)
    }
    add(estimates)
    add("reception", receptions)
  }
}

extension Reception {
  /// The number of the C interface.
  fileprivate var byte: UInt8 {
    switch self {
    case .taken: 0
    case .late: 1
    case .outOfOrder: 2
    case .notFinite: 3
    case .finished: 4
    case .negativeRange: 5
    case .ahead: 6
    case .duplicate: 7
    }
  }
}

extension Decision {
  /// The objects that describe the decision: one, or two if a cue of the ceremony changes the phase.
  var json: [JSONValue] {
    switch self {
    case .zone(let change): [Self.object("zone", change.json)]
    case .beat(let beat, _):
      [Self.object("beat", (try? TimelineDocument.json(beat)) ?? .null, events)]
    case .cancelled(let time): [["what": "cancelled", "t_s": rounded(time.value)]]
    case .sustained(let contact): [Self.object("contact", Self.renamed(contact.json), events)]
    case .ceremony(let action):
      [
        action.phaseJSON.map { Self.object("phase", $0) },
        action.cueJSON.map { Self.object("cue", $0, events) },
      ].compactMap(\.self)
    case .considered(let consideration): [Self.object("considered", consideration.json)]
    }
  }

  static func object(
    _ what: String, _ value: JSONValue, _ events: [HapticEvent] = []
  ) -> JSONValue {
    var members = value.object ?? [:]
    members["what"] = .string(what)
    if !events.isEmpty {
      members["events"] = .array(events.compactMap { try? TimelineDocument.json($0) })
    }
    return .object(members)
  }

  /// The contact's `what` under the name `state`, because `what` already states that the object is a contact.
  private static func renamed(_ contact: JSONValue) -> JSONValue {
    var members = contact.object ?? [:]
    members["state"] = members["what"]
    return .object(members)
  }
}
#endif
