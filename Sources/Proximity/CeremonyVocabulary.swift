public import Quantities

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
  /// Given up; a new ceremony is needed.
  case failed(CeremonyFailure)
}

/// Why a ceremony was given up.
public enum CeremonyFailure: String, Sendable, Hashable, CaseIterable {
  /// The link was lost, and so were all attempts to make it again.
  case linkLost
}

/// What happens to the link or is done by the users.
public enum CeremonyEvent: String, Sendable, Hashable, CaseIterable {
  /// The link was made.
  case connected
  /// The link was lost.
  case disconnected
  /// The ranging session was suspended.
  case suspended
  /// The ranging session may run again.
  case resumed
  /// The peer was reported as gone.
  case peerLost
  /// The manual trigger was pressed.
  case manualTriggerPressed
  /// The manual trigger was released.
  case manualTriggerReleased
  /// The ring was sent.
  case sent
  /// The ring has arrived.
  case received
  /// The ring was attached.
  case attached
  /// The ceremony is complete.
  case complete
}

/// What a ceremony asks for, or tells.
public struct CeremonyAction: Sendable, Hashable {
  /// What is asked for.
  public enum Kind: Sendable, Hashable {
    /// The phase has changed.
    case phase(from: CeremonyPhase, to: CeremonyPhase)
    /// Something to be felt.
    case cue(CeremonyCue)
    /// The link is to be made again; attempts count from 1.
    case reconnect(attempt: Int)
    /// Ranging is to be started again: systems that suspend it do not do so by themselves.
    case restartRanging
  }

  /// When it is due.
  public var time: Seconds
  /// What is asked for.
  public var kind: Kind

  /// An action from its parts.
  public init(time: Seconds, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// What a ceremony lets people feel.
public enum CeremonyCue: String, Sendable, Hashable, CaseIterable {
  /// The ring was sent: an impact.
  case impact
  /// The ring was attached: a celebration.
  case celebration
  /// The manual trigger has taken hold: a tap.
  case tap
}
