/// A request or a report of a ceremony.
public struct CeremonyAction: Sendable, Hashable {
  /// The kind of an action.
  public enum Kind: Sendable, Hashable {
    /// The phase has changed.
    case phase(from: CeremonyPhase, to: CeremonyPhase)
    /// Play a signal: the ring was sent or attached, or the trigger was held long enough.
    case cue(Cue)
    /// Reconnect the link; attempts count from 1.
    case reconnect(attempt: Int)
    /// Restart ranging: systems that suspend ranging do not restart it automatically.
    case restartRanging
    /// An event about the ring is not possible: the ring keeps its step.
    case refused(LinkEvent, CeremonyRefusal)
  }

  /// The time at which the action is due.
  public var time: Seconds
  /// The kind of the action.
  public var kind: Kind
}

/// The phase of a ceremony.
public enum CeremonyPhase: Sendable, Hashable {
  /// Not connected, or connected without a known zone of the peer.
  case searching
  /// The peer is in a zone, but not near enough.
  case approaching
  /// Near enough, or forced by hand: the ring can be sent.
  case readyToSend
  /// The ring is on its way.
  case sending
  /// The ring has arrived and is being attached.
  case attaching
  /// The ceremony is complete.
  case complete
  /// The ceremony was given up, until the users retry (`LinkEvent.retried`) or restart (`restarted`).
  case failed(CeremonyFailure)
}

/// The reason for giving up a ceremony.
public enum CeremonyFailure: String, Sendable, Hashable, CaseIterable {
  /// The link was lost, and every attempt to reconnect failed.
  case linkLost
}

/// The reason for rejecting an event about the ring.
public enum CeremonyRefusal: String, Sendable, Hashable, CaseIterable {
  /// There is no link.
  case noLink
  /// The peer is not near enough, or its zone is unknown.
  case notNear
  /// The ring has not arrived yet.
  case notReceived
  /// The peer has begun a new ceremony before the ring arrived.
  case byPeer
}
