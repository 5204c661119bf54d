/// One measurement of raw radio from a log.
public struct RawSignal: Sendable, Hashable {
  /// The kind of measurement, with its data.
  public enum Content: Sendable, Hashable {
    /// A procedure of Bluetooth channel sounding.
    case procedure(SoundingProcedure)
    /// A received frame of ultra-wideband.
    case frame(ReceivedFrame)
  }

  /// The measurement.
  public var content: Content
  /// The time in nanoseconds, on the log's clock.
  public var time: Int64
  /// The line on which the measurement ends, from 1; with several files, lines are counted over all files.
  public var line: Int
  /// The recording, if one file contains several.
  public var recording: String?
  /// The other end of the link, if the log names it.
  public var peer: String?
  /// The true distance.
  public var truth: Meters?
  /// The visibility of the place, as stated by the log: `LOS`, `NLOS`, `NDP`; empty if not reported.
  public var label = ""
  /// Whether the path was blocked, if the log has a column `nlos` of 0 and 1.
  public var isBlocked: Bool?
  /// The conditions of the measurement, such as `36 dB, 2.5 deg`; empty if not reported.
  public var conditions = ""
}

/// One frame that an ultra-wideband receiver logged with its impulse response.
public struct ReceivedFrame: Sendable, Hashable {
  /// The impulse response.
  public var accumulator: Accumulator
  /// The kind of the frame within a two-way exchange.
  public var kind = Kind.only
  /// The number of the exchange, if the log counts exchanges.
  public var exchange: Int?
  /// The range that the device reported with this frame.
  public var range: Meters?

  /// Whether the frame begins its exchange: a poll, or a frame whose exchange is unknown or differs from the previous
  /// exchange.
  public func beginsExchange(after earlier: Int?) -> Bool {
    exchange == nil || exchange != earlier || kind == .poll
  }

  /// A frame of an exchange.
  public enum Kind: String, Sendable, Hashable {
    /// The first frame.
    case poll
    /// The last frame.
    case final
    /// The log does not separate frames.
    case only
  }
}
