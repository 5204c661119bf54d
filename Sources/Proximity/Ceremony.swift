public import Quantities

/// The way of a ring from one device to the other, as a pure state machine.
///
/// What happens goes in with its time, and what is to be done comes out. The phase follows from four
/// facts: the link, the zone, whether the trigger was held, and how far the ring has come. So it
/// cannot contradict them, and a link that comes back finds the ceremony where the ring is.
/// Events that make no sense where the ceremony stands change nothing.
public struct Ceremony: Sendable, Hashable {
  /// What a ceremony goes by.
  public struct Parameters: Sendable, Hashable {
    /// The farthest zone from which the ring can be sent, counted from the nearest. By default not
    /// the nearest of `Zones.eternalLoop`, which is smaller than ultra-wideband resolves.
    public var readyZone: Int
    /// How long the manual trigger must be held.
    public var press: Seconds
    /// How often a lost link is tried again.
    public var retries: Int
    /// How long each attempt is waited for.
    public var retryTimeout: Seconds

    /// Parameters from their parts.
    public init(
      readyZone: Int = 1, press: Seconds = 3, retries: Int = 3, retryTimeout: Seconds = 5
    ) {
      self.readyZone = readyZone
      self.press = press
      self.retries = retries
      self.retryTimeout = retryTimeout
    }

    /// Checks every setting.
    ///
    /// - Throws: `ParameterError` with the setting's name as the path.
    public func validate() throws(ParameterError) {
      guard readyZone >= 0 else {
        throw ParameterError(
          path: "readyZone", found: "\(readyZone)", expected: "the number of a zone, from 0")
      }
      try checkTime(press, "press")
      guard retries >= 0 else {
        throw ParameterError(path: "retries", found: "\(retries)", expected: "a number from 0 up")
      }
      try checkTime(retryTimeout, "retryTimeout")
    }
  }

  /// Where the ceremony stands.
  public private(set) var phase = CeremonyPhase.searching

  private let parameters: Parameters
  private var link = Link.idle
  private var zone: Int?
  /// Since when the manual trigger is held.
  private var pressedSince: Seconds?
  /// Whether the trigger was held long enough since the link was made.
  private var isForced = false
  private var ring = Ring.held
  private var now = Seconds(-.infinity)

  /// The link to the peer.
  private enum Link: Sendable, Hashable {
    case idle, up
    case retrying(attempt: Int, deadline: Seconds)
    case givenUp
  }

  /// How far the ring has come.
  private enum Ring: Int, Sendable, Hashable {
    case held, sent, received, attached, complete
  }

  /// A ceremony that searches.
  ///
  /// - Throws: `ParameterError` as `Parameters.validate()` does.
  public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
  }

  /// When the ceremony will next act by itself; `nil` when it will not.
  public var nextDeadline: Seconds? {
    let press = pressDeadline
    guard case .retrying(_, let retry) = link else { return press }
    return press.map { min($0, retry) } ?? retry
  }

  /// Lets time pass: a held trigger takes hold, and attempts to connect run out.
  ///
  /// - Returns: What is to be done, in the order of time; each dated when it was due.
  public mutating func advance(to time: Seconds) -> [CeremonyAction] {
    var actions: [CeremonyAction] = []
    while let due = nextDeadline, due <= time {
      actions += due == pressDeadline ? takeHold(at: due) : attemptFailed(at: due)
    }
    now = max(now, time)
    return actions
  }

  /// Tells of a change of zone.
  ///
  /// - Returns: What is to be done, in the order of time.
  public mutating func update(_ change: ZoneChange) -> [CeremonyAction] {
    guard change.time.isFinite else { return [] }
    let due = advance(to: change.time)
    zone = change.to
    return due + settle(at: now)
  }

  /// Tells of an event. One that is dated before the last counts as happening now.
  ///
  /// - Returns: What is to be done, in the order of time.
  public mutating func handle(_ event: CeremonyEvent, at time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    return advance(to: time) + take(event, at: now)
  }
}

// MARK: - Events

extension Ceremony {
  private mutating func take(_ event: CeremonyEvent, at time: Seconds) -> [CeremonyAction] {
    guard !isOver else { return [] }
    switch event {
    case .connected:
      link = .up
      return settle(at: time)
    case .disconnected, .peerLost:
      return linkLost(at: time)
    case .suspended:
      return []
    case .resumed:
      return [CeremonyAction(time: time, kind: .restartRanging)]
    case .manualTriggerPressed:
      pressedSince = pressedSince ?? time
      return []
    case .manualTriggerReleased:
      pressedSince = nil
      return []
    case .sent:
      return advanceRing(to: .sent, from: phase == .readyToSend, cue: .impact, at: time)
    case .received:
      let isPossible = phase == .readyToSend || phase == .sending
      return advanceRing(to: .received, from: isPossible, cue: nil, at: time)
    case .attached:
      return advanceRing(to: .attached, from: ring == .received, cue: .celebration, at: time)
    case .complete:
      // The two-phone protocol has no message for attaching: completion stands for both.
      let isAttached = ring == .attached
      return advanceRing(
        to: .complete, from: isAttached || ring == .received,
        cue: isAttached ? nil : .celebration, at: time)
    }
  }

  private var isOver: Bool { ring == .complete || link == .givenUp }

  private mutating func advanceRing(
    to new: Ring, from isPossible: Bool, cue: CeremonyCue?, at time: Seconds
  ) -> [CeremonyAction] {
    guard isPossible, link == .up else { return [] }
    ring = new
    let felt = cue.map { [CeremonyAction(time: time, kind: .cue($0))] } ?? []
    return felt + settle(at: time)
  }

  /// The first loss starts the attempts; a loss during an attempt means that it has failed.
  private mutating func linkLost(at time: Seconds) -> [CeremonyAction] {
    switch link {
    case .idle, .givenUp: []
    case .up: attempt(1, at: time)
    case .retrying: attemptFailed(at: time)
    }
  }

  private mutating func attemptFailed(at time: Seconds) -> [CeremonyAction] {
    guard case .retrying(let number, _) = link else { return [] }
    return attempt(number + 1, at: time)
  }

  private mutating func attempt(_ number: Int, at time: Seconds) -> [CeremonyAction] {
    isForced = false
    pressedSince = nil
    guard number <= parameters.retries else {
      link = .givenUp
      return settle(at: time)
    }
    link = .retrying(attempt: number, deadline: time + parameters.retryTimeout)
    return settle(at: time) + [CeremonyAction(time: time, kind: .reconnect(attempt: number))]
  }

  private var pressDeadline: Seconds? { pressedSince.map { $0 + parameters.press } }

  /// The trigger was held long enough. It forces nothing without a link or with a ring on its way.
  private mutating func takeHold(at time: Seconds) -> [CeremonyAction] {
    pressedSince = nil
    guard link == .up, ring == .held else { return [] }
    isForced = true
    return [CeremonyAction(time: time, kind: .cue(.tap))] + settle(at: time)
  }
}

// MARK: - The phase

extension Ceremony {
  /// The phase that the facts imply.
  private var impliedPhase: CeremonyPhase {
    if ring == .complete { return .complete }
    switch link {
    case .givenUp: return .failed(.linkLost)
    case .idle, .retrying: return .searching
    case .up: break
    }
    switch ring {
    case .sent: return .sending
    case .received, .attached: return .attaching
    case .held, .complete: break
    }
    if isForced { return .readyToSend }
    guard let zone else { return .searching }
    return zone <= parameters.readyZone ? .readyToSend : .approaching
  }

  /// Tells of the phase when it has changed.
  private mutating func settle(at time: Seconds) -> [CeremonyAction] {
    let new = impliedPhase
    guard new != phase else { return [] }
    defer { phase = new }
    return [CeremonyAction(time: time, kind: .phase(from: phase, to: new))]
  }
}
