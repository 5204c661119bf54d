public import Lubdub

/// The choice of the peers that you feel, among several peers.
public enum PeerMix: Sendable, Hashable {
  /// The nearest peer. Another peer takes over when it has been nearer by this share of the distance for this time, so that two
  /// peers at the same distance don't alternate.
  case nearest(by: Double = 0.2, for: Seconds = 1)
  /// Only the peer with a name.
  case chosen(String)
  /// All peers, with at most this number of beats per second: further beats are omitted and counted.
  case all(beatsPerSecond: Int = 8)
}

extension PeerMix {
  var beatsPerSecond: Int { if case .all(let limit) = self { limit } else { .max } }

  func validate() throws(SettingError) {
    switch self {
    case .nearest(let share, let hold):
      guard (0..<1).contains(share) else {
        throw SettingError(key: "by", found: "\(share)", expected: "a share from 0 to less than 1")
      }
      guard hold.isFinite, hold.value >= 0 else {
        throw SettingError(key: "for", found: "\(hold)", expected: "a time that is not negative")
      }
    case .chosen: break
    case .all(let limit):
      guard limit > 0 else {
        throw SettingError(key: "beatsPerSecond", found: "\(limit)", expected: "a number from 1 up")
      }
    }
  }
}
