public import Lubdub

/// Live sessions with several peers at once: each has its own pipeline, and a policy chooses the peer that you feel.
///
/// A value without a clock, like `LiveSession`. With one peer, it emits the same events as a session with this peer. Peers
/// join with their first sample; their maximum number bounds the memory. The values learned about a peer belong to its name:
/// a peer that returns gets them back, and its beats get new identities.
public struct LiveGroup: Sendable {
  /// The settings of each peer's pipeline.
  public private(set) var configuration: Configuration
  /// The choice of the peer that you feel.
  public private(set) var mix: PeerMix
  /// The peer that you feel now; `nil` if you feel no peer, or all peers.
  public private(set) var felt: String?
  /// The number of beats that were omitted because there were too many per second, or closer to a beat of another peer than
  /// the refractory time.
  public private(set) var crowdedOut = 0
  /// Counts of the samples of all peers by outcome, including peers that have left.
  public private(set) var receptions = ReceptionCounts()
  /// Whether playback is suspended; see `suspend`.
  public private(set) var isSuspended = false
  /// The latest time that the group has received, from a call or from a sample that is stamped ahead.
  public private(set) var time = Seconds(-.infinity)

  private let lead: Seconds
  private let limit: Int
  /// A session without samples: the start of a new peer.
  private var fresh: LiveSession
  private var members: [Member] = []
  /// The sessions of the members. Each stays in its place, because moving a session costs more than reading it.
  private var sessions: [LiveSession] = []
  private var vacant: [Int] = []
  private var rival: (name: String, since: Seconds)?
  /// The times of the beats of the last second and of the coming beats, of all peers.
  private var recent: [Seconds] = []
  /// The values learned about peers in earlier sessions.
  private let known: [String: LearnedLink]
  private var absent = AbsentPeers()
  private var isFinished = false

  private struct Member {
    let name: String
    let seat: Int
    var heard: Seconds
    var shown: Set<Beat.ID> = []
    // The values that every sample needs from all members.
    private(set) var wake: Seconds?
    private(set) var distance: Meters?

    /// Stores the present state of a member's session. `inout` saves a copy; the session stays unchanged.
    mutating func note(_ session: inout LiveSession) {
      wake = session.nextWake
      distance = session.zone == nil ? nil : session.estimate?.distance
    }
  }

  /// The silence after which a peer counts as gone, if there is another peer.
  private static let longestSilence = Seconds(60)

  /// Creates a group without peers.
  ///
  /// - Parameters:
  ///   - configuration: The settings of each peer's pipeline.
  ///   - mix: The choice of the peer that is felt.
  ///   - lead: The time by which a beat is delivered ahead.
  ///   - limit: The maximum number of peers; one more peer replaces the peer that has been silent longest.
  ///   - learned: The values learned about peers in earlier sessions, by name; see `learned(of:)`.
  /// - Throws: `SettingError` if the configuration contradicts itself, or another value is out of range.
  public init(
    _ configuration: Configuration, mix: PeerMix = .nearest(), lead: Seconds = 0.1, limit: Int = 64,
    learned: [String: LearnedLink] = [:]
  ) throws(SettingError) {
    fresh = try LiveSession(configuration, lead: lead)
    guard limit > 0 else {
      throw SettingError(key: "limit", found: "\(limit)", expected: "a number from 1 up")
    }
    try mix.validate()
    for link in learned.values { try configuration.knowing(link).validate() }
    known = learned
    self.configuration = configuration
    self.mix = mix
    self.lead = lead
    self.limit = limit
  }

  /// The present peers, in the order in which they joined.
  public var peers: [String] { members.map(\.name) }

  /// The events of announced beats that are still to come.
  public var scheduledEvents: [GroupEvent] {
    members.flatMap { member in
      sessions[member.seat].scheduled.filter { member.shown.contains($0.beat.id) }
        .map { .peer(member.name, .scheduled($0.beat, $0.pattern)) }
    }
  }

  /// Returns the state of a peer; `nil` for a peer that isn't present.
  public func snapshot(of peer: String, at now: Seconds) -> LiveSnapshot? {
    place(of: peer).map { sessions[members[$0].seat].snapshot(at: now) }
  }

  /// Returns the values learned about a peer, for its next session, even if the peer has left; `nil` for an unknown name.
  public func learned(of peer: String) -> LearnedLink? {
    place(of: peer).map { sessions[members[$0].seat].learned } ?? absent[peer]?.learned
  }

  /// The time at which `pass` must be called next; `nil` if only a new sample can require a call.
  public var nextWake: Seconds? {
    guard !isFinished else { return nil }
    var wake: Seconds?
    for place in members.indices {
      guard let next = members[place].wake else { continue }
      wake = min(wake ?? next, next)
    }
    guard case .nearest(_, let hold) = mix, let rival else { return wake }
    return min(wake ?? Seconds(.infinity), rival.since + hold)
  }

  private func place(of peer: String?) -> Int? {
    members.indices.first { members[$0].name == peer }
  }

  /// Processes a sample of a peer.
  ///
  /// - Parameters:
  ///   - sample: The sample, stamped with the same clock as `now`.
  ///   - peer: The name of the sample's peer; a new name adds a peer.
  ///   - now: The time.
  ///   - handOut: Called for every event that follows.
  /// - Returns: The outcome of the sample.
  @discardableResult public mutating func process(
    _ sample: Sample, of peer: String, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Reception {
    counted(of: peer, now, handOut) { $0.process(sample, now: now, $1) }
  }

  /// Processes a sample of a peer without a stamp; see `LiveSession.process(_:now:madeAt:_:)`.
  @discardableResult public mutating func process(
    _ sample: UntimedSample, of peer: String, now: Seconds, madeAt made: Seconds? = nil,
    _ handOut: (GroupEvent) -> Void
  ) -> Reception {
    counted(of: peer, now, handOut) { $0.process(sample, now: now, madeAt: made, $1) }
  }

  /// Processes an interval of a peer's heart; see `LiveSession.process(interval:now:_:)`.
  @discardableResult public mutating func process(
    interval: Seconds, of peer: String, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Reception {
    answer(of: peer, now, handOut) { $0.process(interval: interval, now: now, $1) }
  }

  private mutating func counted(
    of peer: String, _ now: Seconds, _ handOut: (GroupEvent) -> Void,
    _ body: (inout LiveSession, (LiveEvent) -> Void) -> Reception
  ) -> Reception {
    let reception = answer(of: peer, now, handOut, body)
    receptions.add(reception)
    return reception
  }

  private mutating func answer(
    of peer: String, _ now: Seconds, _ handOut: (GroupEvent) -> Void,
    _ body: (inout LiveSession, (LiveEvent) -> Void) -> Reception
  ) -> Reception {
    guard !isFinished else { return .finished }
    guard now.isFinite else { return .notFinite }
    pass(to: now, handOut)
    let place = place(of: peer) ?? join(peer, now, handOut)
    members[place].heard = now
    for other in members where other.name != peer { sessions[other.seat].noteOthers(at: now) }
    let reception = at(place, handOut, body)
    settle(now, handOut)
    return reception
  }

  /// Sets whether the local receiver is on: while it is off, silence is not evidence about any peer.
  public mutating func noteReceiver(isOn: Bool) {
    fresh.noteReceiver(isOn: isOn)
    for member in members { sessions[member.seat].noteReceiver(isOn: isOn) }
  }

  /// Advances every peer to a time.
  public mutating func pass(to now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard now.isFinite, !isFinished else { return }
    time = max(time, now)
    for place in members.indices {
      guard let wake = members[place].wake, wake <= now else { continue }
      at(place, handOut) { $0.pass(to: now, $1) }
    }
    // The last peer stays, like in a session with one peer.
    var place = 0
    while place < members.count, members.count > 1 {
      if now - members[place].heard > Self.longestSilence {
        remove(members[place].name, now: now, handOut)
      } else {
        place += 1
      }
    }
    settle(now, handOut)
  }

  /// Removes a peer that has left, and cancels its scheduled beats.
  public mutating func remove(_ peer: String, now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard let place = place(of: peer) else { return }
    let now = present(now)
    at(place, handOut) { session, handOut in _ = session.finish(at: now, handOut) }
    let seat = members.remove(at: place).seat
    vacant.append(seat)
    absent.add(peer, sessions[seat], since: now)
    handOut(.left(peer, at: now))
    if rival?.name == peer { rival = nil }
    if case .nearest = mix, felt == peer { feel(nearest(now), now, handOut) }
  }

  /// Returns a time, or the last time if it is not finite.
  private func present(_ now: Seconds) -> Seconds {
    now.isFinite ? now : time.isFinite ? time : .zero
  }

  /// Applies new settings to every peer during the session, and chooses again the peer that you feel.
  ///
  /// - Parameters:
  ///   - configuration: The settings of each peer's pipeline.
  ///   - mix: The choice of the peer that is felt; unchanged if omitted.
  ///   - now: The time.
  ///   - handOut: Called for every event that follows.
  /// - Throws: `SettingError` if the configuration contradicts itself, or the group is finished; then nothing changes.
  public mutating func apply(
    _ configuration: Configuration, mix: PeerMix? = nil, now: Seconds,
    _ handOut: (GroupEvent) -> Void
  ) throws(SettingError) {
    guard !isFinished else {
      throw SettingError(
        key: "configuration", rule: "comes after the session was finished; begin a new session")
    }
    let fresh = try LiveSession(configuration, lead: lead)
    for link in known.values { try configuration.knowing(link).validate() }
    try mix?.validate()
    let now = present(now)
    pass(to: now, handOut)
    (self.configuration, self.fresh) = (configuration, fresh)
    self.mix = mix ?? self.mix
    for place in members.indices {
      let own = configuration.knowing(known[members[place].name])
      // This cannot fail, because no member is finished.
      at(place, handOut) { try? $0.apply(own, now: now, $1) }
    }
    mixAnew(now, handOut)
  }

  /// Suspends playback for every peer; see `LiveSession.suspend`.
  public mutating func suspend(now: Seconds, _ handOut: (GroupEvent) -> Void) {
    let now = present(now)
    pass(to: now, handOut)
    isSuspended = true
    for place in members.indices { mute(place, now, handOut) }
  }

  /// Resumes playback for the peer that you feel; see `LiveSession.resume`.
  public mutating func resume(now: Seconds, _ handOut: (GroupEvent) -> Void) {
    let now = present(now)
    pass(to: now, handOut)
    isSuspended = false
    mixAnew(now, handOut)
  }

  /// Ends the session of every peer.
  ///
  /// - Returns: The end of the last session; `now` if there is no session.
  @discardableResult
  public mutating func finish(at now: Seconds, _ handOut: (GroupEvent) -> Void) -> Seconds {
    isFinished = true
    return members.indices.map { place in at(place, handOut) { $0.finish(at: now, $1) } }.max()
      ?? now
  }
}

// MARK: - Who is felt

extension LiveGroup {
  private mutating func join(
    _ peer: String, _ now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Int {
    if members.count >= limit,
      let silent = members.indices.min(by: { members[$0].heard < members[$1].heard })
    {
      remove(members[silent].name, now: now, handOut)
    }
    handOut(.joined(peer, at: now))
    switch mix {
    case .all: break
    case .chosen(let name): if peer == name { felt = name }
    case .nearest: felt = felt ?? peer
    }
    var member = Member(name: peer, seat: takeSeat(of: peer), heard: now)
    if isSuspended || !isHeard(peer) { sessions[member.seat].suspend(now: now) { _ in } }
    member.note(&sessions[member.seat])
    members.append(member)
    if felt == peer { handOut(.felt(peer, at: now)) }
    return members.count - 1
  }

  private mutating func takeSeat(of peer: String) -> Int {
    let seat = vacant.popLast() ?? sessions.count
    if seat == sessions.count { sessions.append(fresh) } else { sessions[seat] = fresh }
    let absence = absent.remove(peer)
    if let link = absence?.learned ?? known[peer],
      let own = try? LiveSession(configuration.knowing(link), lead: lead)
    {
      sessions[seat] = own
    }
    sessions[seat].plans = absence?.plans ?? 0
    return seat
  }

  private mutating func settle(_ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard case .nearest(let share, let hold) = mix, let best = nearest(now), best != felt else {
      rival = nil
      return
    }
    guard let held = place(of: felt).flatMap({ members[$0].distance }),
      let other = place(of: best).flatMap({ members[$0].distance })
    else { return feel(best, now, handOut) }
    guard other < (1 - share) * held else {
      rival = nil
      return
    }
    let since = rival?.name == best ? rival?.since ?? now : now
    rival = (best, since)
    if now >= since + hold { feel(best, now, handOut) }
  }

  private func isHeard(_ peer: String) -> Bool {
    if case .all = mix { true } else { peer == felt }
  }

  private mutating func feel(_ peer: String?, _ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    rival = nil
    guard peer != felt else { return }
    felt = peer
    for place in members.indices where !isHeard(members[place].name) { mute(place, now, handOut) }
    handOut(.felt(peer, at: now))
    sound(now, handOut)
  }

  private mutating func mixAnew(_ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    switch mix {
    case .all: feel(nil, now, handOut)
    case .chosen(let name): feel(place(of: name) == nil ? nil : name, now, handOut)
    case .nearest: feel(nearest(now), now, handOut)
    }
    sound(now, handOut)
  }

  private mutating func mute(_ place: Int, _ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard !sessions[members[place].seat].isSuspended else { return }
    at(place, handOut) { $0.suspend(now: now, $1) }
  }

  private mutating func sound(_ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    for place in members.indices where isSuspended || !isHeard(members[place].name) {
      mute(place, now, handOut)
    }
    guard !isSuspended else { return }
    for place in members.indices
    where isHeard(members[place].name) && sessions[members[place].seat].isSuspended {
      let last = recent.max()
      at(place, handOut) { $0.resume(now: now, after: last, $1) }
    }
  }

  /// Returns the nearest peer with a zone; without such a peer, the peer that you feel.
  private func nearest(_ now: Seconds) -> String? {
    guard case .nearest = mix else { return felt }
    var best: (distance: Meters, name: String)?
    for place in members.indices {
      guard let distance = members[place].distance else { continue }
      let candidate = (distance, members[place].name)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    return best?.name ?? (place(of: felt) ?? members.indices.first).map { members[$0].name }
  }

  @discardableResult private mutating func at<Answer>(
    _ place: Int, _ handOut: (GroupEvent) -> Void,
    _ body: (inout LiveSession, (LiveEvent) -> Void) -> Answer
  ) -> Answer {
    var events: [LiveEvent] = []
    let (name, seat) = (members[place].name, members[place].seat)
    let answer = body(&sessions[seat]) { events.append($0) }
    members[place].note(&sessions[seat])
    time = max(time, sessions[seat].time)
    for event in events where isShown(event, of: place) { handOut(.peer(name, event)) }
    return answer
  }

  /// Returns whether an event is delivered. A beat beyond the limit per second, or too close to another beat, is not
  /// delivered, nor are the events of this beat.
  private mutating func isShown(_ event: LiveEvent, of place: Int) -> Bool {
    switch event {
    case .scheduled(let beat, _):
      let refractory = configuration.heartbeat.refractory
      recent.removeAll { $0 <= beat.time - max(1, refractory) }
      // Sums of decimals differ in their last digits.
      let isNear = recent.contains { abs(($0 - beat.time).value) < refractory.value - 1e-6 }
      guard !isNear, recent.count(where: { $0 > beat.time - 1 }) < mix.beatsPerSecond else {
        crowdedOut += 1
        return false
      }
      recent.append(beat.time)
      members[place].shown.insert(beat.id)
      return true
    case .cancelled(let beat):
      guard members[place].shown.remove(beat.id) != nil else { return false }
      if let last = recent.lastIndex(of: beat.time) { recent.remove(at: last) }
      return true
    case .decided(.beat(let beat, _)): return members[place].shown.remove(beat.id) != nil
    case .decided, .dropped, .clockChanged: return true
    }
  }
}

extension Configuration {
  fileprivate func knowing(_ link: LearnedLink?) -> Configuration {
    guard let link else { return self }
    var configuration = self
    configuration.learned = link
    return configuration
  }
}
