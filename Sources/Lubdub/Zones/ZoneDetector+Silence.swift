/// The cause of a silence: the reason for the lack of a trusted distance.
public enum SilenceCause: String, Sendable, Hashable, CaseIterable {
  /// No peer is heard.
  case nothingHeard
  /// Other peers were heard during the silence: only this peer is silent.
  case othersHeard
  /// The peer is heard, but its distance is missing or not trusted.
  case noDistance
  /// The local receiver is off: silence is not evidence about the peer.
  case receiverOff
}

extension ZoneDetector {
  var silenceCause: SilenceCause {
    if !isReceiverOn { return .receiverOff }
    if peerHeard > heard { return .noDistance }
    return othersHeard > heard ? .othersHeard : .nothingHeard
  }

  /// Records that the peer was heard, with or without a usable distance.
  @inline(__always) package mutating func notePeer(at time: Double) {
    peerHeard = max(peerHeard, time)
    if rules.parameters.heardAfter != nil, case .coasting = state { settle() }
  }

  package mutating func noteOthers(at time: Double) { othersHeard = max(othersHeard, time) }

  package mutating func noteReceiver(isOn: Bool) { isReceiverOn = isOn }

  /// Applies the policy for lasting silence.
  mutating func endBySilence() {
    switch rules.parameters.silence {
    case .hold: isSilent = true
    case .leave where isReceiverOn:
      isSilent = true
      for edge in sides.indices { sides[edge] = EdgeSide(isInside: false) }
      state = .coasting(sides.count)
      isKnown = true
    case .leave, .unknown:
      first.skipsNext = true
      state = .stale
    }
    settle()
  }
}
