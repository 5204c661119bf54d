/// One measurement of raw radio out of a log.
public struct RawSignal: Sendable, Hashable {
  /// What was measured.
  public enum Content: Sendable, Hashable {
    /// A procedure of Bluetooth channel sounding.
    case procedure(SoundingProcedure)
    /// A received frame of ultra-wideband.
    case frame(ReceivedFrame)
  }

  /// What was measured.
  public var content: Content
  /// The time in nanoseconds, on the log's clock.
  public var time: Int64
  /// The line that it ends on, from 1; where files were read one behind the other, counted on.
  public var line: Int
  /// The recording, where one file holds several.
  public var recording: String?
  /// The other end of the link, where the log says it.
  public var peer: String?
  /// The true distance.
  public var truth: Meters?
  /// Where the place was judged: `LOS`, `NLOS`, `NDP`; empty where not reported.
  public var label = ""
  /// Whether the path was blocked, where the log has a column `nlos` of 0 and 1.
  public var isBlocked: Bool?
  /// Under which conditions it was made, such as `36 dB, 2.5 deg`; empty where not reported.
  public var conditions = ""
}

/// One frame that an ultra-wideband receiver has logged with its impulse response.
public struct ReceivedFrame: Sendable, Hashable {
  /// The impulse response.
  public var accumulator: Accumulator
  /// Which frame of a two-way exchange it is.
  public var kind = Kind.only
  /// The number of the exchange, where the log counts them.
  public var exchange: Int?
  /// The range that the device reported with this frame.
  public var range: Meters?

  /// Whether the frame is the first of its exchange: a poll, or one whose exchange is not that of the frame before, or not known.
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
