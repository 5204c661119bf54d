#if !hasFeature(Embedded)
internal import Lubdub
internal import LubdubGround
internal import LubdubHaptics
internal import LubdubSessions

/// A pipeline that C holds. Calls from several threads wait for each other.
final class LivePipeline: Sendable {
  private let pipeline: Locked<Pipeline>
  /// Those that settings may name.
  let vocabulary: Vocabulary

  init(
    _ configuration: Configuration, explains: Bool, vocabulary: Vocabulary
  ) throws(SettingError) {
    self.vocabulary = vocabulary
    var fresh = try Pipeline(configuration)
    fresh.explainsZones = explains
    pipeline = Locked(fresh)
  }

  /// Folds in rows.
  func process(_ rows: Rows) -> Result {
    deciding { pipeline, decisions, result in
      var estimates = EstimateColumns(capacity: rows.count)
      var receptions: [UInt8] = []
      receptions.reserveCapacity(rows.count)
      for index in 0..<rows.count {
        let reception = pipeline.process(rows.row(index).sample) { decisions.append($0) }
        receptions.append(reception.byte)
        estimates.add(pipeline.estimate, zone: pipeline.zone, pipeline.state)
      }
      result.add(estimates)
      result.add("reception", receptions)
    }
  }

  /// Lets time pass.
  func advance(to time: Seconds) -> Result {
    deciding { pipeline, decisions, _ in pipeline.advance(to: time) { decisions.append($0) } }
  }

  /// Ends the session.
  func finish() -> Result {
    deciding { pipeline, decisions, result in
      let end = pipeline.finish { decisions.append($0) }
      result.add("end", [end.value])
    }
  }

  /// The beats that are planned.
  func plan(until time: Seconds) -> Result {
    let beats = pipeline.withLock { Array($0.plan(until: time)) }
    let result = Result()
    result.add(beats)
    return result
  }

  /// When time has next to pass.
  var nextDeadline: Seconds? { pipeline.withLock { $0.nextDeadline } }

  /// Takes new settings over.
  func apply(_ configuration: Configuration) throws(SettingError) -> Result {
    var refusal: SettingError?
    let result = deciding { pipeline, decisions, _ in
      do throws(SettingError) {
        try pipeline.apply(configuration) { decisions.append($0) }
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    return result
  }

  private func deciding(
    _ body: (inout Pipeline, inout [Decision], Result) -> Void
  ) -> Result {
    let result = Result()
    var decisions: [Decision] = []
    pipeline.withLock { body(&$0, &decisions, result) }
    result.add(decisions: decisions)
    return result
  }
}

extension Result {
  /// What was decided, where anything was.
  func add(decisions: [Decision]) {
    let objects = decisions.flatMap(\.json)
    if !objects.isEmpty { add("decisions", .array(objects)) }
  }
}

extension Reception {
  /// The number of the C interface.
  var byte: UInt8 {
    switch self {
    case .taken: 0
    case .late: 1
    case .outOfOrder: 2
    case .notFinite: 3
    case .finished: 4
    case .negativeRange: 5
    case .ahead: 6
    }
  }
}

extension Decision {
  /// The objects that describe it: one, or two where a cue of the ceremony moves its phase.
  var json: [JSONValue] {
    switch self {
    case .zone(let change): [Self.object("zone", change.json)]
    case .beat(let beat, _):
      [Self.object("beat", (try? TimelineDocument.json(beat)) ?? .null, events)]
    case .cancelled(let time):
      [["what": "cancelled", "t_s": rounded(time.value)]]
    case .sustained(let contact):
      [Self.object("contact", Self.renamed(contact.json), events)]
    case .ceremony(let action):
      [
        action.phaseJSON.map { Self.object("phase", $0) },
        action.cueJSON.map { Self.object("cue", $0, events) },
      ].compactMap(\.self)
    case .considered(let consideration):
      [Self.object("considered", consideration.json)]
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

  /// What happened to a contact goes by the name `state`, for `what` says that it is one.
  private static func renamed(_ contact: JSONValue) -> JSONValue {
    var members = contact.object ?? [:]
    members["state"] = members["what"]
    return .object(members)
  }
}
#endif
