package enum ZoneEvent: Sendable, Hashable {
  /// The link was lost, or its radio stopped, for a reason that ends a zone.
  case lost(ZoneChange.Reason)
  /// The devices touch.
  case touched
  /// The devices no longer touch.
  case released
}
