package enum ZoneEvent: Sendable, Hashable {
  case lost(ZoneChange.Reason)
  case touched
  case released

  /// Creates the zone event of a link event; `nil` for an event without effect on the zone. Until all radios are silent, a lost
  /// radio does not end the zone, and a lost link ends a touch as a release does.
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
