/// The passing of a ring from one device to the other, as a pure state machine.
///
/// The inputs are events and zones with their times, the outputs are actions. The phase is a function of four facts: the link,
/// the zone, the trigger, and the step of the ring. So the phase cannot contradict them, and after a reconnection, the ceremony
/// continues from the step the ring has reached. An event that is not possible in the present phase changes nothing, and such
/// an event about the ring is rejected with a reason.
///
/// Link and ranging are separate: silence, or a peer that is not heard, ends the distance; only `disconnected` ends the
/// link.
///
/// `Pipeline` runs a ceremony automatically. An app that has its own zones creates a ceremony and reports events to it.
public struct Ceremony: Sendable, Hashable {
  /// The phase of the ceremony.
  public private(set) var phase = CeremonyPhase.searching
  /// The step of the ring at this end.
  public internal(set) var standing = CeremonyStanding()
  /// Whether the link is up; `false` for a link that returned after the ceremony was given up, until the users retry. A
  /// linked ceremony in the phase `searching` does not know the zone of the peer yet.
  public var isLinked: Bool {
    if case .up = connection { true } else { false }
  }

  private var parameters: Parameters
  var connection = Connection.none
  private var zone: Int?
  private var contactProbability: Double?
  /// The last known zone. Silence doesn't clear it, because silence is not distance.
  private var lastZone: Int?
  /// The time at which the manual trigger was pressed; `nil` if it isn't pressed, or was held long enough.
  private var pressTime: Seconds?
  private(set) var now = Seconds(-.infinity)

  enum Connection: Sendable, Hashable {
    case none
    /// The link is up. `isForced` is true if the manual trigger was then held long enough.
    case up(isForced: Bool)
    case retrying(attempt: Int, deadline: Seconds)
    /// The link was given up. `isBack` is true if the link was then connected again, and the users have not retried.
    case lost(isBack: Bool)
  }

  /// Creates a ceremony in the phase `searching`.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Applies new settings during a ceremony; the phase follows with the next event.
  public mutating func apply(_ parameters: Parameters) { self.parameters = parameters }

  /// The time of the next action without an event; `nil` if there is none.
  public var nextDeadline: Seconds? {
    switch (pressDeadline, retryDeadline) {
    case (let press?, let retry?): min(press, retry)
    case (let press, let retry): press ?? retry
    }
  }

  /// Advances to a time: a press of the trigger may complete, and an attempt to connect may fail.
  public mutating func advance(to time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    var actions: [CeremonyAction] = []
    while let due = nextDeadline, due <= time {
      actions += due == pressDeadline ? endPress(at: due) : failAttempt(at: due)
    }
    now = max(now, time)
    return actions
  }

  /// Reports that the peer entered a zone at a time. `contactProbability` is the probability of contact, 0 to 1; `nil` if
  /// the nearest zone itself is proof.
  public mutating func enter(
    zone: Int?, contactProbability: Double? = nil, at time: Seconds
  ) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    let due = advance(to: time)
    (self.zone, self.contactProbability) = (zone, contactProbability)
    lastZone = zone ?? lastZone
    return due + updatePhase(at: now)
  }

  /// Processes an event of the link, the ring, or the trigger.
  public mutating func handle(_ event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    guard time.isFinite else { return [] }
    return advance(to: time) + apply(event, at: now)
  }

  // MARK: - Events

  private mutating func apply(_ event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    switch event {
    case .connected:
      if case .lost = connection { connection = .lost(isBack: true) }
      if !isLinked, !hasFailed { connection = .up(isForced: false) }
      return updatePhase(at: time)
    case .disconnected: return loseLink(at: time)
    case .sent, .received, .attached, .complete: return moveRing(by: event, at: time)
    case .retried: return tryAgain(at: time)
    case .restarted: return begin(at: time)
    case .resumed where !isOver: return [CeremonyAction(time: time, kind: .restartRanging)]
    case .manualTriggerPressed where !isOver: pressTime = pressTime ?? time
    case .manualTriggerReleased: pressTime = nil
    // A peer that is not heard is silent: its distance ends, and the link stays up. The other events do not concern a ring.
    default: break
    }
    return []
  }

  /// Restarts the attempts after the link was given up.
  private mutating func tryAgain(at time: Seconds) -> [CeremonyAction] {
    guard case .lost(let isBack) = connection else { return updatePhase(at: time) }
    guard isBack else { return retry(1, of: 1, at: time) }
    connection = .up(isForced: false)
    return updatePhase(at: time)
  }

  private mutating func begin(at time: Seconds) -> [CeremonyAction] {
    standing = CeremonyStanding(counter: standing.counter &+ 1)
    pressTime = nil
    if isLinked { connection = .up(isForced: false) }
    return tryAgain(at: time)
  }

  // MARK: - The ring

  private mutating func moveRing(by event: LinkEvent, at time: Seconds) -> [CeremonyAction] {
    // A repeated message about a ring that is on its way changes nothing.
    guard let stage = CeremonyStanding.Stage(event), stage > standing.stage else { return [] }
    if let refusal = refusal(of: stage) { return [refused(event, refusal, at: time)] }
    return moveRing(to: stage, at: time)
  }

  private func refusal(of stage: CeremonyStanding.Stage) -> CeremonyRefusal? {
    guard isLinked else { return .noLink }
    guard stage <= .received else { return standing.stage < .received ? .notReceived : nil }
    guard standing.stage == .held, phase != .readyToSend else { return nil }
    return stage == .sent && isSilentlyReady ? nil : .notNear
  }

  func refused(
    _ event: LinkEvent, _ reason: CeremonyRefusal, at time: Seconds
  ) -> CeremonyAction {
    CeremonyAction(time: time, kind: .refused(event, reason))
  }

  /// Moves the ring through the steps up to a stage, with their cues. The two-phone protocol has no message for attaching,
  /// so the message of completion also reports that the ring was attached.
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

  /// Whether the peer was near enough when it was last heard, and the link is still up: a swipe counts even if no distances
  /// arrive.
  private var isSilentlyReady: Bool { zone == nil && isReady(lastZone) }

  private var isOver: Bool { standing.stage == .complete || hasFailed }

  private var hasFailed: Bool {
    if case .lost = connection { true } else { false }
  }

  // MARK: - The link

  private var retryDeadline: Seconds? {
    if case .retrying(_, let deadline) = connection { deadline } else { nil }
  }

  /// Starts the attempts on the first loss; a loss during an attempt means that the attempt has failed.
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

  /// Retries at least `least` times, even if the settings allow fewer attempts, because a user requests it.
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

  /// Completes a press of the trigger. The press has no effect without a link, or while a ring is on its way.
  private mutating func endPress(at time: Seconds) -> [CeremonyAction] {
    pressTime = nil
    guard isLinked, standing.stage == .held else { return [] }
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

  /// Whether contact sends the ring once contact is certain.
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
