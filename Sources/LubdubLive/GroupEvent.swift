public import Lubdub

/// An event of a group.
public enum GroupEvent: Sendable, Hashable {
  /// An event of a peer: beats only while you feel the peer, and decisions always.
  case peer(String, LiveEvent)
  /// Another peer is felt from now on; `nil` if no peer is felt.
  case felt(String?, at: Seconds)
  /// A peer has joined.
  case joined(String, at: Seconds)
  /// A peer has left: it was removed, was not heard for a minute, or was replaced by another peer.
  case left(String, at: Seconds)
}
