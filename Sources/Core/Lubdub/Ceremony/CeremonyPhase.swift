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
  /// The link was lost, and every attempt to make it again failed.
  case linkLost
}
