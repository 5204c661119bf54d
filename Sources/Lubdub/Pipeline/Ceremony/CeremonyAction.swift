/// What a ceremony asks for, or reports.
public struct CeremonyAction: Sendable, Hashable {
  /// What is asked for.
  public enum Kind: Sendable, Hashable {
    /// The phase has changed.
    case phase(from: CeremonyPhase, to: CeremonyPhase)
    /// A signal is to be played: the ring was sent or attached, or the trigger was held long enough.
    case cue(Cue)
    /// The link is to be made again; attempts count from 1.
    case reconnect(attempt: Int)
    /// Ranging is to be started again: systems that suspend it do not do so by themselves.
    case restartRanging
    /// An event about the ring is not possible: the ring stays where it is.
    case refused(LinkEvent, CeremonyRefusal)
  }

  /// When it is due.
  public var time: Seconds
  /// What is asked for.
  public var kind: Kind
}

/// Where a ceremony stands.
public enum CeremonyPhase: Sendable, Hashable {
  /// Not connected, or connected without knowing where the peer is.
  case searching
  /// The peer is in a zone, but not near enough.
  case approaching
  /// Near enough, or forced by hand: the ring can be sent.
  case readyToSend
  /// The ring is on its way.
  case sending
  /// The ring has arrived and is being attached.
  case attaching
  /// Done.
  case complete
  /// Given up, until the users try again (`LinkEvent.retried`) or begin anew (`restarted`).
  case failed(CeremonyFailure)
}

/// Why a ceremony was given up.
public enum CeremonyFailure: String, Sendable, Hashable, CaseIterable {
  /// The link was lost, and every attempt to make it again failed.
  case linkLost
}

/// The reason for which an event about the ring is refused.
public enum CeremonyRefusal: String, Sendable, Hashable, CaseIterable {
  /// There is no link.
  case noLink
  /// The peer is not near enough, or nobody knows where it is.
  case notNear
  /// The ring has not arrived yet.
  case notReceived
  /// The peer has begun a new ceremony before the ring arrived.
  case byPeer
}
