extension Ceremony {
  /// The settings of a ceremony.
  public struct Parameters: Sendable, Hashable {
    /// The event that sends the ring.
    public enum Send: String, Sendable, Hashable, CaseIterable {
      /// The swipe of a user: the event `sent`.
      case swipe
      /// Contact, automatically; a swipe sends the ring, too.
      case atContact
    }

    /// The event that sends the ring once the devices are near enough.
    public var send = Send.swipe
    /// The least probability of contact at which `atContact` sends, 0 to 1, if ranges decide. At 0.9, a pair with ranges up
    /// to 5 cm too long sends, and a pair at rest at 8 cm does not.
    public var certainty = 0.9
    /// The farthest zone from which the ring can be sent, counted from the nearest, 0. The default is not the nearest zone of
    /// the `eternal-loop` preset (0.05 m), because ultra-wideband does not resolve it.
    public var readyZone = 1
    /// The time for which the manual trigger must be held.
    public var press: Seconds = 3
    /// The number of attempts to reconnect a lost link.
    public var retries = 3
    /// The time after which an attempt counts as failed.
    public var retryTimeout: Seconds = 5

    /// Creates the defaults of the `eternal-loop` ceremony: a press of three seconds, three attempts.
    public init() {}
  }
}

extension Ceremony.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] = [
    .choice("send", "Trigger that sends the ring: a swipe, or also contact (atContact)") {
      $1(&$0.send)
    },
    .number("certainty", "Required probability of contact for atContact", in: 0...0.99) {
      $1(&$0.certainty)
    },
    .count(
      "readyZone", "Farthest zone from which the ring can be sent; 0 is the nearest",
      in: 0...1000
    ) { $1(&$0.readyZone) },
    .number("press", "Required time of the manual trigger", in: 0...60) { $1(&$0.press) },
    .count("retries", "Attempts to restore a lost link", in: 0...100) { $1(&$0.retries) },
    .number("retryTimeout", "Time per attempt", in: 0...3600) {
      $1(&$0.retryTimeout)
    },
  ]
}
