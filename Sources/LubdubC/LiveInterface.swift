#if !hasFeature(Embedded)
internal import LubdubLive

// A live session, which delivers beats before they are due; see lubdub.h.

/// Creates a live session, or a group of several sessions.
@c @implementation public func lubdub_live_make(
  _ options: UnsafePointer<CChar>?, _ length: Int, _ live: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  answer(at: live) { () throws(Failure) in
    let options = try Options(options, length, only: ["settings", "lead", "peers", "learned"])
    let lead = Seconds(try options.number("lead", "0 to 60 s") { (0...60).contains($0) } ?? 0.1)
    let configuration = try options.configuration()
    let (peers, learned) = (try options.choice("peers") as Peers?, try options.learned())
    return try failing(Status.badSettings) { () throws(SettingError) in
      guard let peers else { return HeldSession(try LiveSession(configuration, lead: lead)) }
      return HeldSession(
        try LiveGroup(configuration, mix: peers.mix, lead: lead, learned: learned))
    }
  }
}

/// Processes rows.
@c @implementation public func lubdub_live_process(
  _ live: OpaquePointer?, _ rows: UnsafePointer<lubdub_rows>?, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in try process(live, nil, rows, now) }
}

/// Processes rows of a peer of a group.
@c @implementation public func lubdub_live_process_peer(
  _ live: OpaquePointer?, _ peer: UnsafePointer<CChar>?, _ length: Int,
  _ rows: UnsafePointer<lubdub_rows>?, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in try process(live, try name(peer, length), rows, now) }
}

private func process(
  _ live: OpaquePointer?, _ peer: String?, _ rows: UnsafePointer<lubdub_rows>?, _ now: Double
) throws(Failure) -> Result {
  let (held, rows, now) = (try HeldSession.of(live), try Rows(rows), try finite(now, "now"))
  try held.check(peer)
  return held.hand { session, result, handOut in
    result.add(rows) {
      let reception = session.process($0, of: peer, now: now, json: handOut)
      let (estimate, zone, state) = session.known(of: peer, at: now)
      return (reception, estimate, zone, state)
    }
  }
}

/// Returns the learned values of a peer.
@c @implementation public func lubdub_live_learned(
  _ live: OpaquePointer?, _ peer: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let (held, peer) = (try HeldSession.of(live), length > 0 ? try name(peer, length) : nil)
    try held.check(peer)
    let result = Result()
    guard let learned = held.session.withLock({ $0.learned(of: peer) }) else {
      throw Failure("there is no peer of that name")
    }
    result.add("learned", String(decoding: SettingsJSON.encode(learned), as: UTF8.self))
    return result
  }
}

private func name(_ text: UnsafePointer<CChar>?, _ length: Int) throws(Failure) -> String {
  guard let text, length > 0 else { throw Failure("peer is null or empty") }
  return String(
    decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
}

/// Advances to a time.
@c @implementation
public func lubdub_live_pass(_ live: OpaquePointer?, _ now: Double) -> OpaquePointer? {
  answer { () throws(Failure) in
    let now = try finite(now, "now")
    return try HeldSession.of(live).hand { session, _, handOut in
      session.pass(to: now, json: handOut)
    }
  }
}

/// Returns the time of the next call of `lubdub_live_pass`.
@c @implementation public func lubdub_live_next_wake(_ live: OpaquePointer?) -> Double {
  (try? HeldSession.of(live))?.session.withLock { $0.nextWake }?.value ?? .nan
}

/// Suspends or resumes playback.
@c @implementation public func lubdub_live_suspend(
  _ live: OpaquePointer?, _ suspended: Int32, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let now = try finite(now, "now")
    return try HeldSession.of(live).hand { session, _, handOut in
      session.suspend(suspended != 0, now: now, json: handOut)
    }
  }
}

/// Applies new settings.
@c @implementation public func lubdub_live_apply(
  _ live: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ length: Int, _ now: Double
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let (held, now) = (try HeldSession.of(live), try finite(now, "now"))
    let options = try Options(options, length, only: ["settings"])
    let configuration = try options.configuration()
    return try failing(Status.badSettings) { () throws(SettingError) in
      try held.hand { (session, _, handOut) throws(SettingError) in
        try session.apply(configuration, now: now, json: handOut)
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
      result.add("end", [session.finish(at: now, json: handOut).value])
    }
  }
}

/// Frees a session.
@c @implementation public func lubdub_live_release(_ live: OpaquePointer?) {
  HeldSession.release(live)
}

/// A live session or a group that C owns. Calls from several threads wait for each other.
private final class HeldSession: HeldByC, Sendable {
  static let name = "live"
  let session: Locked<any HeldLive>

  init(_ session: any HeldLive) { self.session = Locked(session) }

  /// Checks that a group, and only a group, has a peer's name.
  func check(_ peer: String?) throws(Failure) {
    let isGroup = session.withLock { $0 is LiveGroup }
    guard (peer != nil) == isGroup else {
      throw Failure(
        isGroup
          ? "the session has several peers, and no name is given"
          : "the session has one peer, and accepts no name; create it with the option peers")
    }
  }

  func hand<Refusal: Error>(
    _ body: (inout any HeldLive, Result, ([JSONValue]) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) -> Result {
    try session.deciding("events", { (events: [JSONValue]) in events }, body)
  }
}
#endif
