public import Lubdub

/// A value that a `SessionPlayer` runs in real time: a `LiveSession`, or a `LiveGroup` of several.
public protocol PlayableSession: Sendable {
  /// An event of the session.
  associatedtype Event: Sendable
  /// The state at one moment.
  associatedtype Snapshot: Sendable

  /// The latest time that the session was given.
  var time: Seconds { get }
  /// The time at which `pass` must be called next; `nil` while nothing is due.
  var nextWake: Seconds? { get }
  /// Whether playback is suspended.
  var isSuspended: Bool { get }
  /// Counts of the samples by outcome.
  var receptions: ReceptionCounts { get }
  /// The events of beats that were announced and are still to come.
  var scheduledEvents: [Event] { get }

  /// Whether an event is of one beat: such an event is useless once the beat is past.
  static func isOfBeat(_ event: Event) -> Bool
  /// The event of one peer in an event, with the peer's name in a group; `nil` for an event of the group.
  static func liveEvent(_ event: Event) -> (peer: String?, event: LiveEvent)?
  /// The state at a time that is not before the last one given.
  func snapshot(at now: Seconds) -> Snapshot
  /// Lets time pass.
  mutating func pass(to now: Seconds, _ handOut: (Event) -> Void)
  /// Stops playing.
  mutating func suspend(now: Seconds, _ handOut: (Event) -> Void)
  /// Plays again.
  mutating func resume(now: Seconds, _ handOut: (Event) -> Void)
  /// Ends the session, and returns the time of the end.
  @discardableResult
  mutating func finish(at now: Seconds, _ handOut: (Event) -> Void) -> Seconds
}

extension LiveSession: PlayableSession {
  /// The events of beats that were announced and are still to come.
  public var scheduledEvents: [LiveEvent] { scheduled.map { .scheduled($0.beat, $0.pattern) } }

  /// Whether an event is of one beat.
  public static func isOfBeat(_ event: LiveEvent) -> Bool {
    switch event {
    case .scheduled, .cancelled, .decided(.beat): true
    case .decided, .dropped, .clockChanged: false
    }
  }

  /// The event itself.
  public static func liveEvent(_ event: LiveEvent) -> (peer: String?, event: LiveEvent)? {
    (nil, event)
  }

  /// Plays again; see `resume(now:after:_:)`.
  public mutating func resume(now: Seconds, _ handOut: (LiveEvent) -> Void) {
    resume(now: now, after: nil, handOut)
  }
}

extension LiveGroup: PlayableSession {
  /// Whether an event is of one beat.
  public static func isOfBeat(_ event: GroupEvent) -> Bool {
    liveEvent(event).map { LiveSession.isOfBeat($0.event) } ?? false
  }

  /// The event of a peer.
  public static func liveEvent(_ event: GroupEvent) -> (peer: String?, event: LiveEvent)? {
    if case .peer(let name, let event) = event { (name, event) } else { nil }
  }

  /// The state of the peer that is felt; `nil` for no peer, or if all are felt.
  public func snapshot(at now: Seconds) -> LiveSnapshot? {
    felt.flatMap { snapshot(of: $0, at: now) }
  }
}
