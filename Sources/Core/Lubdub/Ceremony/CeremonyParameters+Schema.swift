package import Quantities

extension Ceremony.Parameters {
  /// Every setting of the ceremony.
  package static let schema: [Setting<Self>] = [
    .choice(
      "send", "What sends the ring: a swipe, or contact by itself (atContact)",
      get: { $0.send }, set: { $0.send = $1 }),
    .count(
      "readyZone", "Farthest zone from which the ring can be sent, from 0, the nearest",
      in: 0...1000, get: { $0.readyZone }, set: { $0.readyZone = $1 }),
    .quantity(
      "press", "How long the manual trigger must be held", in: 0...60, get: { $0.press },
      set: { $0.press = $1 }),
    .count(
      "retries", "How often a lost link is tried again", in: 0...100, get: { $0.retries },
      set: { $0.retries = $1 }),
    .quantity(
      "retryTimeout", "How long each attempt may take", in: 0...3600,
      get: { $0.retryTimeout }, set: { $0.retryTimeout = $1 }),
  ]

  /// Checks every setting.
  ///
  /// - Throws: `SettingError` with the setting's key within the ceremony.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
  }
}
