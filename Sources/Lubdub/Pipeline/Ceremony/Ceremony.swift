/// How a ring passes from one device to the other, as a pure state machine.
///
/// Events and zones go in with their times, and actions come out. The phase is a function of four
/// facts: the link, the zone, the trigger, and how far the ring has come. So it cannot contradict
/// them, and when a lost link is made again, the ceremony goes on from what the ring has reached.
/// An event that is not possible in the present phase changes nothing, and one about the ring is refused with its reason.
///
/// Link and ranging are two things: silence, or a peer that is not heard, ends the distance, and only `disconnected` the link.
///
/// `Pipeline` runs one by itself. An app that has zones of its own makes one and reports to it what happens.
public struct Ceremony: Sendable, Hashable {
  /// Where it stands.
  public private(set) var phase = CeremonyPhase.searching
  /// The step of the ring at this end.
  public internal(set) var standing = CeremonyStanding()

  private var parameters: Parameters
  var connection = Connection.none
  private var zone: Int?
  private var contactProbability: Double?
  /// The last zone that was known: silence is not distance, and takes nobody away.
  private var lastZone: Int?
  /// When the manual trigger was pressed; `nil` when it is not pressed, or was held long enough.
  private var pressTime: Seconds?
  private(set) var now = Seconds(-.infinity)

  enum Connection: Sendable, Hashable {
    case none
    /// Made. `isForced`: the trigger was held long enough since then.
    case up(isForced: Bool)
    case retrying(attempt: Int, deadline: Seconds)
    /// Given up. `isBack`: it was made again since then, and nobody has tried again.
    case lost(isBack: Bool)
  }

  /// A ceremony that searches.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Takes new settings over while running; the phase follows with the next event.
  public mutating func apply(_ parameters: Parameters) { self.parameters = parameters }

  /// When the ceremony will next act by itself; `nil` when it will not.
  public var nextDeadline: Seconds? {
    switch (pressDeadline, retryDeadline) {
    case (let press?, let retry?): min(press, retry)
    case (let press, let retry): press ?? retry
    }
  }

  /// Lets time pass: the trigger has been held long enough, an attempt to connect has failed.
  public mutating func advance(to time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    var actions: [CeremonyAction] = []
    while let due = nextDeadline, due <= time {
      actions += due == pressDeadline ? endPress(at: due) : failAttempt(at: due)
    }
    now = max(now, time)
    return actions
  }

  /// The peer is in a zone from a time on. `contactProbability` is how likely the devices are in contact, 0 to 1; `nil`
  /// where the nearest zone says so by itself.
  public mutating func enter(
    zone: Int?, contactProbability: Double? = nil, at time: Seconds
  ) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    let due = advance(to: time)
    (self.zone, self.contactProbability) = (zone, contactProbability)
    lastZone = zone ?? lastZone
    return due + updatePhase(at: now)
  }

  /// Something has happened to the link, the ring or the trigger.
  public mutating func handle(_ event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    return advance(to: time) + apply(event, at: now)
  }

  // MARK: - Events

  private mutating func apply(_ event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    switch event {
    case .connected:
      if case .lost = connection { connection = .lost(isBack: true) }
      if !isUp, !hasFailed { connection = .up(isForced: false) }
      return updatePhase(at: time)
    case .disconnected: return loseLink(at: time)
    case .sent, .received, .attached, .complete: return moveRing(by: event, at: time)
    case .retried: return tryAgain(at: time)
    case .restarted: return begin(at: time)
    case .resumed where !isOver: return [CeremonyAction(time: time, kind: .restartRanging)]
    case .manualTriggerPressed where !isOver: pressTime = pressTime ?? time
    case .manualTriggerReleased: pressTime = nil
    // A peer that is not heard is silent: its distance ends, and the link stands.
    case .peerLost, .suspended, .resumed, .touched, .released, .entered, .left, .crossed, .at,
      .still, .moving, .manualTriggerPressed:
      break
    }
    return []
  }

  /// Starts the attempts again after a link that was given up.
  private mutating func tryAgain(at time: Seconds) -> [CeremonyAction] {
    guard case .lost(let isBack) = connection else { return updatePhase(at: time) }
    guard isBack else { return retry(1, of: 1, at: time) }
    connection = .up(isForced: false)
    return updatePhase(at: time)
  }

  private mutating func begin(at time: Seconds) -> [CeremonyAction] {
    standing = CeremonyStanding(counter: standing.counter &+ 1)
    pressTime = nil
    if isUp { connection = .up(isForced: false) }
    return tryAgain(at: time)
  }

  // MARK: - The ring

  private mutating func moveRing(by event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    // A second message about a ring that is on its way is no news.
    guard let stage = CeremonyStanding.Stage(event), stage > standing.stage else { return [] }
    if let refusal = refusal(of: stage) { return [refused(event, refusal, at: time)] }
    return moveRing(to: stage, at: time)
  }

  private func refusal(of stage: CeremonyStanding.Stage) -> CeremonyRefusal? {
    guard isUp else { return .noLink }
    guard stage <= .received else { return standing.stage < .received ? .notReceived : nil }
    guard standing.stage == .held, phase != .readyToSend else { return nil }
    return stage == .sent && isSilentlyReady ? nil : .notNear
  }

  func refused(
    _ event: LinkEvent, _ reason: CeremonyRefusal, at time: Seconds
  ) -> CeremonyAction {
    CeremonyAction(time: time, kind: .refused(event, reason))
  }

  /// Takes the ring through the steps up to one, with their cues. The two-phone protocol has no message for attaching:
  /// there, completion is both.
  mutating func moveRing(
    to stage: CeremonyStanding.Stage, at time: Seconds
  ) -> [CeremonyAction] {
    var actions: [CeremonyAction] = []
    while standing.stage < stage {
      switch standing.stage {
      case .held where stage == .sent:
        standing.stage = .sent
        actions.append(CeremonyAction(time: time, kind: .cue(.ringSent)))
      case .held, .sent: standing.stage = .received
      case .received:
        standing.stage = .attached
        actions.append(CeremonyAction(time: time, kind: .cue(.ringAttached)))
      case .attached, .complete: standing.stage = .complete
      }
      actions += updatePhase(at: time)
    }
    return actions
  }

  /// Whether the peer was near enough when it was last heard, and the link still stands: a swipe counts though
  /// distances are silent.
  private var isSilentlyReady: Bool { zone == nil && isReady(lastZone) }

  private var isOver: Bool { standing.stage == .complete || hasFailed }

  var isUp: Bool {
    if case .up = connection { true } else { false }
  }

  private var hasFailed: Bool {
    if case .lost = connection { true } else { false }
  }

  // MARK: - The link

  private var retryDeadline: Seconds? {
    if case .retrying(_, let deadline) = connection { deadline } else { nil }
  }

  /// The first loss starts the attempts; a loss during an attempt means that it has failed.
  private mutating func loseLink(at time: Seconds) -> [CeremonyAction] {
    lastZone = nil
    switch connection {
    case .none: return []
    case .lost: connection = .lost(isBack: false)
    case .up where standing.stage == .complete: connection = .none
    case .up: return retry(1, at: time)
    case .retrying: return failAttempt(at: time)
    }
    return []
  }

  private mutating func failAttempt(at time: Seconds) -> [CeremonyAction] {
    guard case .retrying(let attempt, _) = connection else { return [] }
    return retry(attempt + 1, at: time)
  }

  /// Tries again, `least` times even where the settings allow none: then somebody asks for it.
  private mutating func retry(
    _ attempt: Int, of least: Int = 0, at time: Seconds
  ) -> [CeremonyAction] {
    pressTime = nil
    guard attempt <= max(parameters.retries, least) else {
      connection = .lost(isBack: false)
      return updatePhase(at: time)
    }
    connection = .retrying(attempt: attempt, deadline: time + parameters.retryTimeout)
    let reconnect = CeremonyAction(time: time, kind: .reconnect(attempt: attempt))
    return updatePhase(at: time) + [reconnect]
  }

  // MARK: - The trigger

  private var pressDeadline: Seconds? { pressTime.map { $0 + parameters.press } }

  /// The trigger was held long enough. It forces nothing without a link or with a ring on its way.
  private mutating func endPress(at time: Seconds) -> [CeremonyAction] {
    pressTime = nil
    guard isUp, standing.stage == .held else { return [] }
    connection = .up(isForced: true)
    return [CeremonyAction(time: time, kind: .cue(.tap))] + updatePhase(at: time)
  }

  // MARK: - The phase

  private var impliedPhase: CeremonyPhase {
    switch (standing.stage, connection) {
    case (.complete, _): .complete
    case (_, .lost): .failed(.linkLost)
    case (_, .none), (_, .retrying): .searching
    case (.sent, .up): .sending
    case (.received, .up), (.attached, .up): .attaching
    case (.held, .up(isForced: true)): .readyToSend
    case (.held, .up(isForced: false)) where zone == nil: .searching
    case (.held, .up(isForced: false)): isReady(zone) ? .readyToSend : .approaching
    }
  }

  /// Whether contact sends the ring once it is certain.
  package var waitsForContact: Bool {
    parameters.send == .atContact && phase == .readyToSend && zone == 0
  }

  private func isReady(_ zone: Int?) -> Bool { zone.map { $0 <= parameters.readyZone } ?? false }

  mutating func updatePhase(at time: Seconds) -> [CeremonyAction] {
    let new = impliedPhase
    var actions: [CeremonyAction] = []
    if new != phase { actions = [CeremonyAction(time: time, kind: .phase(from: phase, to: new))] }
    phase = new
    guard waitsForContact, contactProbability.map({ $0 >= parameters.certainty }) ?? true else {
      return actions
    }
    return actions + moveRing(to: .sent, at: time)
  }
}
