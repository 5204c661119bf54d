internal import Ceremony
internal import Quantities

extension Setting {
  /// How the ceremony goes.
  static let ceremony: [Setting] = [
    Setting(
      "ceremony.readyZone", "Farthest zone from which the ring can be sent, from 0, the nearest",
      .count(\.ceremony.readyZone, 0...1000)),
    Setting(
      "ceremony.press", "How long the manual trigger must be held", unit: "s",
      .number(\.ceremony.press.value, 0...60)),
    Setting(
      "ceremony.retries", "How often a lost link is tried again",
      .count(\.ceremony.retries, 0...100)),
    Setting(
      "ceremony.retryTimeout", "How long each attempt is waited for", unit: "s",
      .number(\.ceremony.retryTimeout.value, 0...3600)),
  ]
}
