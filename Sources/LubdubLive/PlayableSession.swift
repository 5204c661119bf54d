public import Lubdub

/// A value that a `SessionPlayer` runs in real time: a `LiveSession`, or a `LiveGroup` of several peers.
public protocol PlayableSession: Sendable {
  /// An event of the session.
  associatedtype Event: Sendable
  /// The state at one moment.
  associatedtype Snapshot: Sendable

  /// The latest time that the session has received.
  var time: Seconds { get }
  /// The time at which `pass` must be called next; `nil` while nothing is due.
  var nextWake: Seconds? { get }
  /// Whether playback is suspended.
  var isSuspended: Bool { get }
  /// Counts of the samples by outcome.
  var receptions: ReceptionCounts { get }
  /// The events of announced beats that are still to come.
  var scheduledEvents: [Event] { get }

  /// Returns whether an event belongs to one beat: such an event is useless once the beat is past.
  static func isOfBeat(_ event: Event) -> Bool
  /// Returns the event of one peer in an event, with the peer's name in a group; `nil` for an event of the group.
  static func liveEvent(_ event: Event) -> (peer: String?, event: LiveEvent)?
  /// Returns the state at a time that is not before the last given time.
  func snapshot(at now: Seconds) -> Snapshot
  /// Advances to a time.
  mutating func pass(to now: Seconds, _ handOut: (Event) -> Void)
  /// Suspends playback.
  mutating func suspend(now: Seconds, _ handOut: (Event) -> Void)
  /// Resumes playback.
  mutating func resume(now: Seconds, _ handOut: (Event) -> Void)
  /// Ends the session, and returns the time of the end.
  @discardableResult
  mutating func finish(at now: Seconds, _ handOut: (Event) -> Void) -> Seconds
}

extension LiveSession: PlayableSession {
  /// The events of announced beats that are still to come.
  public var scheduledEvents: [LiveEvent] { scheduled.map { .scheduled($0.beat, $0.pattern) } }

  /// Returns whether an event belongs to one beat.
  public static func isOfBeat(_ event: LiveEvent) -> Bool {
    switch event {
    case .scheduled, .cancelled, .decided(.beat): true
    case .decided, .dropped, .clockChanged: false
    }
  }

  /// Returns the event itself.
  public static func liveEvent(_ event: LiveEvent) -> (peer: String?, event: LiveEvent)? {
    (nil, event)
  }

  /// Resumes playback; see `resume(now:after:_:)`.
  public mutating func resume(now: Seconds, _ handOut: (LiveEvent) -> Void) {
    resume(now: now, after: nil, handOut)
  }
}

extension LiveGroup: PlayableSession {
  /// Returns whether an event belongs to one beat.
  public static func isOfBeat(_ event: GroupEvent) -> Bool {
    liveEvent(event).map { LiveSession.isOfBeat($0.event) } ?? false
  }

  /// Returns the event of a peer.
  public static func liveEvent(_ event: GroupEvent) -> (peer: String?, event: LiveEvent)? {
    if case .peer(let name, let event) = event { (name, event) } else { nil }
  }

  /// Returns the state of the peer that you feel; `nil` if you feel no peer, or all peers.
  public func snapshot(at now: Seconds) -> LiveSnapshot? {
    felt.flatMap { snapshot(of: $0, at: now) }
  }
}
