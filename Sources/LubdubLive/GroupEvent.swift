public import Lubdub

/// What a group hands out.
public enum GroupEvent: Sendable, Hashable {
  /// Something of a peer: its beats while it is felt, and its decisions always.
  case peer(String, LiveEvent)
  /// Another peer is felt from now on; `nil` for nobody.
  case felt(String?, at: Seconds)
  /// A peer has come.
  case joined(String, at: Seconds)
  /// A peer has gone: it was removed, was not heard for a minute, or made room for another.
  case left(String, at: Seconds)
}
