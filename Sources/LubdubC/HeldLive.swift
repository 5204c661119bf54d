#if !hasFeature(Embedded)
internal import LubdubLive

/// A session that C owns, with one peer or several. Its events are delivered as JSON.
protocol HeldLive: PlayableSession {
  static func json(_ event: Event) -> [JSONValue]
  mutating func process(
    _ sample: Sample, of peer: String?, now: Seconds, _ handOut: (Event) -> Void
  ) -> Reception
  func known(of peer: String?, at now: Seconds) -> (DistanceEstimate?, Int?, LinkState)
  func learned(of peer: String?) -> LearnedLink?
  mutating func adopt(
    _ configuration: Configuration, now: Seconds, _ handOut: (Event) -> Void
  ) throws(SettingError)
}

extension HeldLive {
  mutating func process(
    _ sample: Sample, of peer: String?, now: Seconds, json handOut: ([JSONValue]) -> Void
  ) -> Reception {
    process(sample, of: peer, now: now) { handOut(Self.json($0)) }
  }

  mutating func pass(to now: Seconds, json handOut: ([JSONValue]) -> Void) {
    pass(to: now) { handOut(Self.json($0)) }
  }

  mutating func suspend(
    _ isSuspended: Bool, now: Seconds, json handOut: ([JSONValue]) -> Void
  ) {
    if isSuspended {
      suspend(now: now) { handOut(Self.json($0)) }
    } else {
      resume(now: now) { handOut(Self.json($0)) }
    }
  }

  mutating func apply(
    _ configuration: Configuration, now: Seconds, json handOut: ([JSONValue]) -> Void
  ) throws(SettingError) {
    try adopt(configuration, now: now) { handOut(Self.json($0)) }
  }

  mutating func finish(at now: Seconds, json handOut: ([JSONValue]) -> Void) -> Seconds {
    finish(at: now) { handOut(Self.json($0)) }
  }
}

extension LiveSession: HeldLive {
  static func json(_ event: LiveEvent) -> [JSONValue] {
    event.records.map { $0.object(isLive: true) }
  }

  mutating func process(
    _ sample: Sample, of peer: String?, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) -> Reception { process(sample, now: now, handOut) }

  func known(of peer: String?, at now: Seconds) -> (DistanceEstimate?, Int?, LinkState) {
    (estimate, zone, state)
  }

  func learned(of peer: String?) -> LearnedLink? { learned }

  mutating func adopt(
    _ configuration: Configuration, now: Seconds, _ handOut: (LiveEvent) -> Void
  ) throws(SettingError) { try apply(configuration, now: now, handOut) }
}

extension LiveGroup: HeldLive {
  static func json(_ event: GroupEvent) -> [JSONValue] {
    let (name, peer, time): (String, String?, Seconds)
    switch event {
    case .peer(let peer, let event):
      return event.records.map { record in
        var record = record
        record.members["peer"] = .string(peer)
        return record.object(isLive: true)
      }
    case .felt(let who, let moment): (name, peer, time) = ("felt", who, moment)
    case .joined(let who, let moment): (name, peer, time) = ("joined", who, moment)
    case .left(let who, let moment): (name, peer, time) = ("left", who, moment)
    }
    let record = EventRecord(name, ["peer": .optional(peer), "t_s": rounded(time.value)])
    return [record.object(isLive: true)]
  }

  mutating func process(
    _ sample: Sample, of peer: String?, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Reception { process(sample, of: peer ?? "", now: now, handOut) }

  func known(of peer: String?, at now: Seconds) -> (DistanceEstimate?, Int?, LinkState) {
    let snapshot = peer.flatMap { self.snapshot(of: $0, at: now) }
    return (snapshot?.estimate, snapshot?.zone, snapshot?.state ?? .ofNobody)
  }

  func learned(of peer: String?) -> LearnedLink? { learned(of: peer ?? "") }

  mutating func adopt(
    _ configuration: Configuration, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) throws(SettingError) { try apply(configuration, now: now, handOut) }
}

/// The peers of a group that drive the heartbeat.
enum Peers: String, CaseIterable {
  case nearest, all

  var mix: PeerMix { self == .nearest ? .nearest() : .all() }
}

extension Options {
  /// Returns the learned values of peers, by name.
  func learned() throws(Failure) -> [String: LearnedLink] {
    var learned: [String: LearnedLink] = [:]
    for (name, value) in try options("learned").members {
      learned[name] = try Options(members: ["settings": value]).configuration().learned
    }
    return learned
  }
}
#endif
