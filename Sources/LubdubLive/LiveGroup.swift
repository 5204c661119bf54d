public import Lubdub

/// Who of several peers is felt.
public enum PeerMix: Sendable, Hashable {
  /// The nearest. Another one takes over when it has been nearer by this share of the distance for so long, so that
  /// two at the same distance do not take turns.
  case nearest(by: Double = 0.2, for: Seconds = 1)
  /// The one of that name, and nobody else.
  case chosen(String)
  /// All of them, with at most so many beats in a second: further ones are left out and counted.
  case all(beatsPerSecond: Int = 8)
}

/// What a group hands out.
public enum GroupEvent: Sendable, Hashable {
  /// Something of a peer: its beats while it is felt, and its decisions always.
  case peer(String, LiveEvent)
  /// Another peer is felt from now on; `nil` for nobody.
  case felt(String?, at: Seconds)
  /// A peer has come.
  case joined(String, at: Seconds)
  /// A peer has gone: it was removed, was not heard for a minute, or made room for another.
  case left(String, at: Seconds)
}

/// Live sessions with several peers at once: each has a pipeline of its own, and a policy says who is felt.
///
/// A value without a clock, as `LiveSession`. With one peer it hands out what a session with that peer does. Peers come
/// with their first sample; the memory is bounded by how many there may be.
public struct LiveGroup: Sendable {
  /// Who is felt.
  public let mix: PeerMix
  /// Who is felt now; `nil` for nobody, and where all are.
  public private(set) var felt: String?
  /// Beats that were left out because there were too many in a second.
  public private(set) var crowdedOut = 0

  private let configuration: Configuration
  private let lead: Seconds
  private let limit: Int
  private var members: [Member] = []
  /// Who has been nearer than the felt one since when.
  private var rival: (name: String, since: Seconds)?
  /// When the last beats are due, where all are felt.
  private var recent: [Seconds] = []

  private struct Member {
    let name: String
    var session: LiveSession
    var heard: Seconds
    /// Beats that were handed out, where all are felt.
    var shown: Set<Beat.ID> = []

    /// How far away the peer is; `nil` where its zone is not known.
    var distance: Meters? { session.zone == nil ? nil : session.estimate?.distance }
  }

  /// A peer that is silent for longer has gone, if there is another one.
  private static let longestSilence = Seconds(60)

  /// A group without peers.
  ///
  /// - Parameters:
  ///   - configuration: The settings of each peer's pipeline.
  ///   - mix: Who is felt.
  ///   - lead: How long before its time a beat is handed out.
  ///   - limit: How many peers there may be; one more takes the place of the one that is silent for longest.
  /// - Throws: `SettingError` when the configuration contradicts itself, or another value is out of range.
  public init(
    _ configuration: Configuration, mix: PeerMix = .nearest(), lead: Seconds = 0.1, limit: Int = 64
  ) throws(SettingError) {
    _ = try LiveSession(configuration, lead: lead)
    guard limit > 0 else {
      throw SettingError(key: "limit", found: "\(limit)", expected: "a number from 1 up")
    }
    try mix.validate()
    self.configuration = configuration
    self.mix = mix
    self.lead = lead
    self.limit = limit
  }

  /// The peers that are there, in the order in which they came.
  public var peers: [String] { members.map(\.name) }

  /// What is known of a peer; `nil` for one that is not there.
  public func snapshot(of peer: String, at now: Seconds) -> LiveSnapshot? {
    members.first { $0.name == peer }?.session.snapshot(at: now)
  }

  /// What was learned of a peer, to be kept for its next session; `nil` where there is none of that name.
  public func learned(of peer: String) -> LearnedLink? {
    members.first { $0.name == peer }?.session.learned
  }

  /// When `pass` must be called next; `nil` for not before something is heard.
  public var nextWake: Seconds? {
    let wakes = members.compactMap(\.session.nextWake)
    guard case .nearest(_, let hold) = mix, let rival else { return wakes.min() }
    return min(wakes.min() ?? Seconds(.infinity), rival.since + hold)
  }

  /// Takes a sample of a peer in.
  ///
  /// - Parameters:
  ///   - sample: Stamped with the same clock as `now`.
  ///   - peer: Whose it is; a new name is a new peer.
  ///   - now: The time.
  ///   - handOut: Called for everything that follows.
  /// - Returns: What became of the sample.
  @discardableResult
  public mutating func process(
    _ sample: Sample, of peer: String, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Reception {
    pass(to: now, handOut)
    guard let place = members.firstIndex(where: { $0.name == peer }) ?? join(peer, now, handOut)
    else { return .notFinite }
    members[place].heard = now
    let reception = at(place, handOut) { session, handOut in
      session.process(sample, now: now, handOut)
    }
    settle(now, handOut)
    return reception
  }

  /// Lets time pass for every peer.
  public mutating func pass(to now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard now.isFinite else { return }
    for place in members.indices where (members[place].session.nextWake ?? now) <= now {
      at(place, handOut) { session, handOut in session.pass(to: now, handOut) }
    }
    // The last one stays, as in a session of its own.
    for member in members where now - member.heard > Self.longestSilence && members.count > 1 {
      remove(member.name, now: now, handOut)
    }
    settle(now, handOut)
  }

  /// A peer has gone: what was scheduled for it is cancelled.
  public mutating func remove(
    _ peer: String, now: Seconds, _ handOut: (GroupEvent) -> Void
  ) {
    guard let place = members.firstIndex(where: { $0.name == peer }) else { return }
    at(place, handOut) { session, handOut in _ = session.finish(at: now, handOut) }
    members.remove(at: place)
    handOut(.left(peer, at: now))
    if rival?.name == peer { rival = nil }
    if case .nearest = mix, felt == peer { feel(nearest(now), now, handOut) }
  }

  /// Ends the session of every peer.
  public mutating func finish(at now: Seconds, _ handOut: (GroupEvent) -> Void) {
    for place in members.indices {
      at(place, handOut) { session, handOut in _ = session.finish(at: now, handOut) }
    }
  }
}

// MARK: - Who is felt

extension LiveGroup {
  private mutating func join(
    _ peer: String, _ now: Seconds, _ handOut: (GroupEvent) -> Void
  ) -> Int? {
    guard now.isFinite, var session = try? LiveSession(configuration, lead: lead) else {
      return nil
    }
    if members.count >= limit, let silent = members.min(by: { $0.heard < $1.heard }) {
      remove(silent.name, now: now, handOut)
    }
    handOut(.joined(peer, at: now))
    switch mix {
    case .all: break
    case .chosen(let name):
      if peer == name { felt = name } else { session.suspend(now: now) { _ in } }
    case .nearest:
      if felt == nil { felt = peer } else { session.suspend(now: now) { _ in } }
    }
    members.append(Member(name: peer, session: session, heard: now))
    if felt == peer { handOut(.felt(peer, at: now)) }
    return members.count - 1
  }

  /// Decides anew who is felt.
  private mutating func settle(_ now: Seconds, _ handOut: (GroupEvent) -> Void) {
    guard case .nearest(let share, let hold) = mix, let best = nearest(now), best != felt else {
      rival = nil
      return
    }
    guard let held = members.first(where: { $0.name == felt })?.distance,
      let other = members.first(where: { $0.name == best })?.distance
    else {
      return feel(best, now, handOut)
    }
    guard other < (1 - share) * held else {
      rival = nil
      return
    }
    let since = rival?.name == best ? rival?.since ?? now : now
    rival = (best, since)
    if now >= since + hold { feel(best, now, handOut) }
  }

  private mutating func feel(
    _ peer: String?, _ now: Seconds, _ handOut: (GroupEvent) -> Void
  ) {
    if let place = members.firstIndex(where: { $0.name == felt }) {
      at(place, handOut) { session, handOut in session.suspend(now: now, handOut) }
    }
    felt = peer
    rival = nil
    handOut(.felt(peer, at: now))
    guard let place = members.firstIndex(where: { $0.name == peer }) else { return }
    at(place, handOut) { session, handOut in session.resume(now: now, handOut) }
  }

  /// The nearest peer with a zone; where there is none, the one that is felt.
  private func nearest(_ now: Seconds) -> String? {
    guard case .nearest = mix else { return felt }
    let known = members.compactMap { member in
      member.distance.map { (name: member.name, distance: $0) }
    }
    return known.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
      ?? members.first { $0.name == felt }?.name ?? members.first?.name
  }

  /// Does something with the session of a peer, and passes on what it hands out.
  @discardableResult
  private mutating func at<Answer>(
    _ place: Int, _ handOut: (GroupEvent) -> Void,
    _ body: (inout LiveSession, (LiveEvent) -> Void) -> Answer
  ) -> Answer {
    var events: [LiveEvent] = []
    let answer = body(&members[place].session) { events.append($0) }
    let name = members[place].name
    for event in events where isShown(event, of: place) { handOut(.peer(name, event)) }
    return answer
  }

  /// Whether an event is handed out: where all are felt, a beat that is one too many in its second is not, and
  /// nothing that follows from it.
  private mutating func isShown(_ event: LiveEvent, of place: Int) -> Bool {
    guard case .all(let limit) = mix else { return true }
    switch event {
    case .scheduled(let beat, _):
      recent.removeAll { $0 <= beat.time - 1 }
      guard recent.count < limit else {
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

extension PeerMix {
  fileprivate func validate() throws(SettingError) {
    switch self {
    case .nearest(let share, let hold):
      guard (0..<1).contains(share) else {
        throw SettingError(key: "by", found: "\(share)", expected: "a share from 0 to less than 1")
      }
      guard hold.isFinite, hold.value >= 0 else {
        throw SettingError(key: "for", found: "\(hold)", expected: "a time that is not negative")
      }
    case .chosen: break
    case .all(let limit):
      guard limit > 0 else {
        throw SettingError(
          key: "beatsPerSecond", found: "\(limit)", expected: "a number from 1 up")
      }
    }
  }
}
