internal import Quantities

/// How far silence has gone.
enum Silence: Sendable, Hashable {
  case present, coasting, stale, lost

  /// The next step and when it is due; `nil` after the last.
  func next(after last: Seconds, _ times: SilenceTimes) -> Step? {
    switch self {
    case .present:
      Step(time: last + times.coasting, state: .coasting, reason: .coasting)
    case .coasting:
      Step(time: last + times.stale, state: .stale, reason: .stale)
    case .stale:
      Step(time: last + times.lost, state: .lost, reason: .lost)
    case .lost:
      nil
    }
  }

  /// One step of silence.
  struct Step {
    let time: Seconds
    let state: Silence
    let reason: ZoneChange.Reason
  }
}

extension LinkLoss {
  /// The reason that a zone change carries.
  var reason: ZoneChange.Reason {
    switch self {
    case .disconnected: .disconnected
    case .suspended: .suspended
    case .peerLost: .peerLost
    }
  }
}
