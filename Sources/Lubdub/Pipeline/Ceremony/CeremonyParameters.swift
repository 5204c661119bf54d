extension Ceremony {
  /// The constants of a ceremony.
  public struct Parameters: Sendable, Hashable {
    /// What sends the ring.
    public enum Send: String, Sendable, Hashable, CaseIterable {
      /// The swipe of a user: the event `sent`.
      case swipe
      /// Contact sends it by itself; a swipe does, too.
      case atContact
    }

    /// What sends the ring once the devices are near enough.
    public var send: Send
    /// The farthest zone from which the ring can be sent, counted from the nearest, 0. The default is
    /// not the nearest zone of the `eternal-loop` preset (0.05 m): ultra-wideband does not resolve it.
    public var readyZone: Int
    /// How long the manual trigger must be held.
    public var press: Seconds
    /// How often a lost link is tried again.
    public var retries: Int
    /// How long an attempt may take before it counts as failed.
    public var retryTimeout: Seconds

    /// Parameters from their parts. The defaults are those of the `eternal-loop` ceremony: a press of
    /// three seconds, three attempts.
    public init(
      send: Send = .swipe, readyZone: Int = 1, press: Seconds = 3, retries: Int = 3,
      retryTimeout: Seconds = 5
    ) {
      self.send = send
      self.readyZone = readyZone
      self.press = press
      self.retries = retries
      self.retryTimeout = retryTimeout
    }
  }
}

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
