/// Whether devices touch, by the level of signal strength.
@frozen public enum Nearness: String, Sendable, Hashable, CaseIterable {
  /// The devices touch each other.
  case contact
  /// Within about 0.2 m.
  case touch
  /// Neither.
  case apart

  package var isNear: Bool { self != .apart }
}
