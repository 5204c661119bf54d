public import Quantities

extension Ceremony {
  /// The constants of a ceremony.
  public struct Parameters: Sendable, Hashable {
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
      readyZone: Int = 1, press: Seconds = 3, retries: Int = 3, retryTimeout: Seconds = 5
    ) {
      self.readyZone = readyZone
      self.press = press
      self.retries = retries
      self.retryTimeout = retryTimeout
    }

    /// Checks every setting.
    ///
    /// - Throws: `ParameterError` with the setting's name as the path.
    public func validate() throws(ParameterError) {
      guard readyZone >= 0 else {
        throw ParameterError(
          path: "readyZone", found: "\(readyZone)", expected: "the number of a zone, from 0")
      }
      try Self.check(press, "press")
      guard retries >= 0 else {
        throw ParameterError(path: "retries", found: "\(retries)", expected: "a number from 0 up")
      }
      try Self.check(retryTimeout, "retryTimeout")
    }

    private static func check(_ time: Seconds, _ path: String) throws(ParameterError) {
      guard time.isFinite, time.value >= 0 else {
        throw ParameterError(
          path: path, found: "\(time)", expected: "a finite time that is not negative")
      }
    }
  }
}
