extension ZoneEvent {
  /// What a link event means for the zone; `nil` for nothing.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - isSilent: Whether no radio is left to show the distance. Until then a lost radio loses no zone,
  ///     and a lost link ends a touch as a release does.
  package init?(_ event: LinkEvent, isSilent: Bool) {
    switch event {
    case .disconnected: self = isSilent ? .lost(.disconnected) : .released
    case .suspended where isSilent: self = .lost(.suspended)
    case .peerLost where isSilent: self = .lost(.peerLost)
    case .touched: self = .touched
    case .released: self = .released
    case .suspended, .peerLost, .connected, .resumed, .manualTriggerPressed,
      .manualTriggerReleased, .sent, .received, .attached, .complete, .entered, .left, .crossed:
      return nil
    }
  }
}
