/// Something that decides a zone without a reading.
package enum ZoneEvent: Sendable, Hashable {
  /// The link was lost, or its radio stopped.
  case lost(LinkLoss)
  /// The devices touch.
  case touched
  /// The devices no longer touch.
  case released
}
