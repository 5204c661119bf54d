/// Why nothing that can be trusted is heard of a peer.
public enum SilenceCause: String, Sendable, Hashable, CaseIterable {
  /// Nothing is heard of anybody.
  case nothingHeard
  /// Other peers were heard meanwhile: it is this one that is silent.
  case othersHeard
  /// The peer is heard, but its distance cannot be trusted, or it gives none.
  case noDistance
  /// The own receiver is off: silence says nothing of the peer.
  case receiverOff
}

extension ZoneDetector {
  var silenceCause: SilenceCause {
    if !isReceiverOn { return .receiverOff }
    if peerHeard > heard { return .noDistance }
    return othersHeard > heard ? .othersHeard : .nothingHeard
  }

  /// Something was heard of the peer, whatever it is worth.
  @inline(__always) package mutating func notePeer(at time: Double) {
    peerHeard = max(peerHeard, time)
    if rules.parameters.heardAfter != nil, case .coasting = state { settle() }
  }

  package mutating func noteOthers(at time: Double) { othersHeard = max(othersHeard, time) }

  package mutating func noteReceiver(isOn: Bool) { isReceiverOn = isOn }

  /// Silence has lasted: the policy says what it means.
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
