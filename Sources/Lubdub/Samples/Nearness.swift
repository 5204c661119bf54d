/// The nearness of two devices, from the level of signal strength.
@frozen public enum Nearness: String, Sendable, Hashable, CaseIterable {
  /// The devices touch each other.
  case contact
  /// The devices are within about 0.2 m.
  case touch
  /// Neither contact nor touch.
  case apart

  package var isNear: Bool { self != .apart }
}
