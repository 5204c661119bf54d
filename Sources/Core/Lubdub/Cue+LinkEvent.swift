package import Haptics
package import Observations

extension Cue {
  /// The signal that an event on the ground gives by itself; `nil` for an event that gives none, or whose signal
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
