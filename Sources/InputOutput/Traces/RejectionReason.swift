/// Why a row of a trace was not taken. The raw value is the stable name in reports.
public enum RejectionReason: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The row has no time.
  case missingTime = "missing-time"
  /// The time is no date and time of day that exists.
  case notATime = "not-a-time"
  /// A field is no decimal number.
  case notANumber = "not-a-number"
  /// A number is NaN, infinite or beyond the range of a double.
  case notFinite = "not-finite"
  /// The time is further than 3,000 years from zero.
  case implausibleTime = "implausible-time"
  /// The time is earlier than that of an accepted row before it.
  case timeBackwards = "time-backwards"
  /// A distance is below zero.
  case negativeRange = "negative-range"
  /// A distance is more than 1,000 km.
  case implausibleRange = "implausible-range"
  /// The received power is the value that means "not available", such as 127.
  case signalNotAvailable = "signal-not-available"
  /// A received power is 0 dBm or more, or below -130 dBm.
  case implausibleSignal = "implausible-signal"
  /// An interval between heartbeats is shorter than 1 ms or longer than 30 s.
  case implausibleInterval = "implausible-interval"
  /// A latitude or a longitude is beyond its limits.
  case implausiblePosition = "implausible-position"
  /// A distance is the value that means "no measurement", such as 0 at the start of a session.
  case sentinel = "sentinel"
  /// The channel is no whole number from 0 to 255.
  case unknownChannel = "unknown-channel"
  /// The source is none of `uwb`, `cs`, `ble` and `gnss`.
  case unknownSource = "unknown-source"
  /// The event is none that this program knows.
  case unknownEvent = "unknown-event"
  /// The row has fewer or more columns than the header.
  case columnCount = "column-count"
  /// The row is longer than 1 MiB.
  case lineTooLong = "line-too-long"
  /// The row holds bytes that are no text: NUL or invalid UTF-8 in a field that is read.
  case notText = "not-text"
  /// The line is no JSON object.
  case notJSON = "not-json"
  /// The row contradicts itself or the format, or is cut short.
  case damaged = "damaged"
  /// The row names more different peers or recordings than are told apart.
  case tooManyNames = "too-many-names"

  /// The rule that such a row breaks, as half a sentence.
  public var sentence: String {
    switch self {
    case .missingTime: "a row needs a time"
    case .notATime: "expected a date and a time of day, such as 2026-11-22T02:27:16.5+01:00"
    case .notANumber: "expected a decimal number"
    case .notFinite: "a number must be finite"
    case .implausibleTime: "a time lies within 3,000 years of zero, in seconds"
    case .timeBackwards: "time may not go backwards"
    case .negativeRange: "a distance is not negative"
    case .implausibleRange: "a distance is at most 1,000 km"
    case .signalNotAvailable: "the radio had no received power to report"
    case .implausibleSignal: "received power lies from -130 dBm to below 0 dBm"
    case .implausibleInterval: "an interval between beats is from 1 ms to 30 s"
    case .implausiblePosition:
      "a latitude lies from -90 to 90 degrees, a longitude from -180 to 180"
    case .sentinel: "the value means that there was no measurement"
    case .unknownChannel: "a channel is a whole number from 0 to 255"
    case .unknownSource: "a source is uwb, cs, ble or gnss"
    case .unknownEvent: "the event is not known"
    case .columnCount: "a row has as many columns as the header"
    case .lineTooLong: "a line is at most 1 MiB long"
    case .notText: "expected UTF-8 text"
    case .notJSON: "expected one JSON object a line"
    case .damaged: "the row contradicts itself or is cut short"
    case .tooManyNames: "at most \(NameTable.limit) different names are told apart"
    }
  }

  /// In the order of their names, which is the order of reports.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
