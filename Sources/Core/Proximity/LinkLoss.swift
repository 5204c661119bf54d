/// What can happen to a link that ends a zone at once.
public enum LinkLoss: String, Sendable, Hashable, CaseIterable {
  /// The link was lost.
  case disconnected
  /// The ranging session was suspended.
  case suspended
  /// The peer was reported as gone.
  case peerLost
}
