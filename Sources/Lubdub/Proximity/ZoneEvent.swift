package enum ZoneEvent: Sendable, Hashable {
  case lost(ZoneChange.Reason)
  case touched
  case released
}
