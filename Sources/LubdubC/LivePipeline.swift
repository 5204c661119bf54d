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
    try pipeline.deciding(
      "decisions", { (decision: Decision) in decision.records.map { $0.object() } }, body)
  }
}

extension Locked {
  /// Returns a result with the effect of a call, and the decisions of the call as objects of one part.
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

extension EventRecord {
  /// Returns the object of the C interface, with its haptic events. A beat of a live session is scheduled.
  func object(isLive: Bool = false) -> JSONValue {
    var object = members
    object["record"] = .string(name)
    // The former names.
    let beat = isLive ? "scheduled" : "beat"
    object["what"] = .string(["zone_change": "zone", "beat": beat][name] ?? name)
    if isLive, name == "beat", object["late_s"] == nil { object["late_s"] = 0 }
    if !events.isEmpty {
      object["events"] = .array(events.compactMap { try? TimelineDocument.json($0) })
    }
    return .object(object)
  }
}
#endif
