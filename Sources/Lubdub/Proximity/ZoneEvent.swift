/// Something that decides a zone without a reading.
package enum ZoneEvent: Sendable, Hashable {
  /// The link was lost, or its radio stopped.
  case lost(LinkLoss)
  /// The devices touch.
  case touched
  /// The devices no longer touch.
  case released
}

/// What can happen to a link that ends a zone at once.
public enum LinkLoss: String, Sendable, Hashable, CaseIterable {
  /// The link was lost.
  case disconnected
  /// The ranging session was suspended.
  case suspended
  /// The peer was reported as gone.
  case peerLost
}
