package enum ZoneEvent: Sendable, Hashable {
  case lost(ZoneChange.Reason)
  case touched
  case released

  /// Creates the zone event of a link event; `nil` if the link event doesn't affect the zone. If `isSilent` is false, a
  /// suspended session or a lost peer doesn't affect the zone, and a lost link only ends a touch.
  package init?(_ event: LinkEvent, isSilent: Bool) {
    switch event {
    case .disconnected: self = isSilent ? .lost(.disconnected) : .released
    case .suspended where isSilent: self = .lost(.suspended)
    case .peerLost where isSilent: self = .lost(.peerLost)
    case .touched: self = .touched
    case .released: self = .released
    default: return nil
    }
  }
}
