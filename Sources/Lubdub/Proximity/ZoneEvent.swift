package enum ZoneEvent: Sendable, Hashable {
  case lost(ZoneChange.Reason)
  case touched
  case released

  /// What a link event means for the zone; `nil` for nothing. Until all radios are silent, a lost radio loses no zone,
  /// and a lost link ends a touch as a release does.
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
