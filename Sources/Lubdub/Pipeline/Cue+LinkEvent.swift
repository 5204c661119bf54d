extension Cue {
  /// A region was entered: rising.
  public static let baseEntered = Cue(
    "baseEntered", ramp(from: 0, to: 0.5, sharpness: 0.3, over: 0.3))
  /// A region was left: falling.
  public static let baseLeft = Cue("baseLeft", ramp(from: 0.5, to: 0, sharpness: 0.3, over: 0.3))
  /// A wire was crossed: four fast taps.
  public static let tripwire = Cue(
    "tripwire", taps([0.7, 0.7, 0.7, 0.7], sharpness: 0.9, every: 0.06))

  /// The cue that an event on the ground gives by itself; `nil` for an event that gives none, or whose cue
  /// is the ceremony's.
  package init?(_ event: LinkEvent) {
    switch event {
    case .entered: self = .baseEntered
    case .left: self = .baseLeft
    case .crossed: self = .tripwire
    case .connected, .disconnected, .suspended, .resumed, .peerLost, .manualTriggerPressed,
      .manualTriggerReleased, .sent, .received, .attached, .complete, .touched, .released:
      return nil
    }
  }
}
