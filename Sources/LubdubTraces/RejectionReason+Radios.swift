public import LubdubGround

/// Why a row of a trace was not taken.
extension RejectionReason {
  /// A range is -1 m or less, or another distance is below zero.
  public static let negativeRange = Self(
    "negative-range", "a range lies above -1 m, and a true distance not below 0")
  /// A distance is more than 1,000 km.
  public static let implausibleRange = Self(
    "implausible-range", "a distance is at most 1,000 km")
  /// The received power is the value that means "not available", such as 127.
  public static let signalNotAvailable = Self(
    "signal-not-available", "the radio had no received power to report")
  /// A received power is 0 dBm or more, or below -130 dBm.
  public static let implausibleSignal = Self(
    "implausible-signal", "received power lies from -130 dBm to below 0 dBm")
  /// A distance is the value that means "no measurement", such as 0 at the start of a session.
  public static let sentinel = Self("sentinel", "the value means that there was no measurement")
  /// The channel is not a whole number from 0 to 255.
  public static let unknownChannel = Self(
    "unknown-channel", "a channel is a whole number from 0 to 255")
  /// The source is not one of `Radio`.
  public static let unknownSource = Self(
    "unknown-source", "a source is uwb, cs, ble, gnss or reported")
  /// A procedure of channel sounding was aborted by one of its sides.
  public static let aborted = Self("aborted", "a procedure that was aborted has no distance")
  /// A procedure of channel sounding has the results of one side only.
  public static let oneSided = Self(
    "one-sided", "a procedure needs the results of both sides")
  /// The event is not one that this program knows.
  public static let unknownEvent = Self("unknown-event", "the event is not known")
  /// The row names more different peers or recordings than are kept apart.
  public static let tooManyNames = Self(
    "too-many-names", "at most \(NameTable.limit) different names are kept apart")
  /// A ceremony's message has no type that is known.
  public static let messageType = Self("message-type", "a message has a type that is known")
  /// The payload of a ceremony's message is missing, no base64, or one too many.
  public static let messagePayload = Self(
    "message-payload", "a payload is text in base64, or null where the message has none")
  /// The distance in a ceremony's message is not four bytes, or no distance.
  public static let messageDistance = Self(
    "message-distance", "a distance is one 32-bit float of metres, 0 or more")
  /// What a ceremony's message says about who takes part cannot be read.
  public static let messageInfo = Self(
    "message-info", "session info is a JSON object with both nicknames, the ring and the message")
  /// The ring in a ceremony's message is not known.
  public static let messageRing = Self("message-ring", "a ring is one of those that there are")
  /// A nickname in a ceremony's message is blank.
  public static let messageName = Self("message-name", "a nickname is not blank")
  /// The words in a ceremony's message are too many.
  public static let messageLength = Self(
    "message-length", "the words have at most 200 characters")
}
