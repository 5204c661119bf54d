extension RejectionReason {
  /// A range is -1 m or less, or another distance is below zero.
  public static let negativeRange = Self(
    "negative-range", "a range is above -1 m, and a true distance 0 or more")
  /// A distance is more than 1,000 km.
  public static let implausibleRange = Self("implausible-range", "a distance is at most 1,000 km")
  /// The received power is the value that means "not available", such as 127.
  public static let signalNotAvailable = Self(
    "signal-not-available", "the radio had no received power to report")
  /// A received power is 0 dBm or more, or -128 dBm or less.
  public static let implausibleSignal = Self(
    "implausible-signal", "received power is above -128 dBm and below 0 dBm")
  /// A distance is the value that means "no measurement", such as 0 at the start of a session.
  public static let sentinel = Self("sentinel", "the value means that there was no measurement")
  /// The channel is not a whole number from 0 to 255.
  public static let unknownChannel = Self(
    "unknown-channel", "a channel is a whole number from 0 to 255")
  /// The source is not one of `Radio`.
  public static let unknownSource = Self(
    "unknown-source", "a source is uwb, cs, ble, gnss, or reported")
  /// A procedure of channel sounding was aborted by one of its sides.
  public static let aborted = Self("aborted", "a procedure that was aborted has no distance")
  /// A procedure of channel sounding has the results of only one side.
  public static let oneSided = Self("one-sided", "a procedure needs the results of both sides")
  /// The event is unknown.
  public static let unknownEvent = Self("unknown-event", "the event is not known")
  /// The row names more different peers or recordings than the limit.
  public static let tooManyNames = Self(
    "too-many-names", "at most \(NameTable.limit) different names are allowed")
}
