#if !hasFeature(Embedded)
internal import LubdubLive

// A live session: beats ahead of their time, as lubdub.h shows.

/// Makes a live session.
@c @implementation public func lubdub_live_make(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ live: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  answer(at: live) { () throws(Failure) in
    let options = try Options(options, length, only: ["settings", "lead"])
    let lead = try options.number("lead", "0 to 60 s") { (0...60).contains($0) } ?? 0.1
    let configuration = try options.configuration()
    return try failing(Status.badSettings) { () throws(SettingError) in
      HeldSession(try LiveSession(configuration, lead: Seconds(lead)))
    }
  }
}

/// Takes rows in.
@c @implementation public func lubdub_live_process(
  _ live: OpaquePointer?, _ rows: UnsafePointer<lubdub_rows>?, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let (held, rows, now) = (try HeldSession.of(live), try Rows(rows), try finite(now, "now"))
    return held.hand { session, result, handOut in
      result.add(rows) {
        (session.process($0, now: now, handOut), session.estimate, session.zone, session.state)
      }
    }
  }
}

/// Lets time pass.
@c @implementation
public func lubdub_live_pass(_ live: OpaquePointer?, _ now: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let now = try finite(now, "now")
    return try HeldSession.of(live).hand { session, _, handOut in session.pass(to: now, handOut) }
  }
}

/// When to let time pass next.
@c @implementation public func lubdub_live_next_wake(_ live: OpaquePointer?) -> Double {
  (try? HeldSession.of(live))?.session.withLock { $0.nextWake }?.value ?? .nan
}

/// Plays nothing from now on, or plays again.
@c @implementation public func lubdub_live_suspend(
  _ live: OpaquePointer?, _ suspended: Int32, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let now = try finite(now, "now")
    return try HeldSession.of(live).hand { session, _, handOut in
      if suspended != 0 {
        session.suspend(now: now, handOut)
      } else {
        session.resume(now: now, handOut)
      }
    }
  }
}

/// Takes new settings over.
@c @implementation public func lubdub_live_apply(
  _ live: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let (held, now) = (try HeldSession.of(live), try finite(now, "now"))
    let options = try Options(options, length, only: ["settings"])
    let configuration = try options.configuration()
    return try failing(Status.badSettings) { () throws(SettingError) in
      try held.hand { (session, _, handOut) throws(SettingError) in
        try session.apply(configuration, now: now, handOut)
      }
    }
  }
}

/// Ends the session.
@c @implementation
public func lubdub_live_finish(_ live: OpaquePointer?, _ now: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let now = try finite(now, "now")
    return try HeldSession.of(live).hand { session, result, handOut in
      result.add("end", [session.finish(at: now, handOut).value])
    }
  }
}

/// Frees a session.
@c @implementation public func lubdub_live_release(_ live: OpaquePointer?) {
  HeldSession.release(live)
}

/// A live session that C holds. Calls from several threads wait for each other.
private final class HeldSession: HeldByC, Sendable {
  static let name = "live"
  let session: Locked<LiveSession>

  init(_ session: LiveSession) { self.session = Locked(session) }

  func hand<Refusal: Error>(
    _ body: (inout LiveSession, Result, (LiveEvent) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) -> Result {
    try session.deciding("events", { (event: LiveEvent) in event.json }, body)
  }
}

extension LiveEvent {
  fileprivate var json: [JSONValue] {
    switch self {
    case .scheduled(let beat, let pattern):
      let events = pattern.events(for: beat)
      return [Decision.object("scheduled", beat.described, events)]
    case .cancelled(let beat):
      return [["what": "cancelled", "t_s": rounded(beat.time.value), "id": beat.name]]
    case .decided(.beat(let beat, _)):
      return [["what": "played", "t_s": rounded(beat.time.value), "id": beat.name]]
    case .decided(.cancelled): return []
    case .decided(let decision): return decision.json
    case .dropped(let beats):
      return [
        [
          "what": "dropped", "count": .number(Double(beats.count)),
          "t_s": rounded(beats.first.value),
          "last_s": rounded(beats.last.value), "late_s": rounded(beats.longestLateness.value),
        ]
      ]
    case .clockChanged(let change):
      return [
        [
          "what": "clock", "t_s": rounded(change.time.value),
          "jump_s": rounded(change.jump.value),
        ]
      ]
    }
  }
}

extension Beat {
  fileprivate var name: JSONValue { .string("\(id.plan).\(id.index)") }

  fileprivate var described: JSONValue {
    var members = (try? TimelineDocument.json(self))?.object ?? [:]
    members["id"] = name
    members["late_s"] = rounded(lateness.value)
    return .object(members)
  }
}
#endif
