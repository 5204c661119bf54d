/// The reason why a row was rejected.
///
/// This file contains the common reasons of all readers. A module with further reasons adds them in an extension.
public struct RejectionReason: Sendable {
  /// The stable name in reports.
  public let rawValue: String
  /// The broken rule, as part of a sentence.
  public let sentence: String

  /// A reason from its name and its rule.
  public init(_ rawValue: String, _ sentence: String) {
    self.rawValue = rawValue
    self.sentence = sentence
  }

  /// The row has no time.
  public static let missingTime = Self("missing-time", "a row needs a time")
  /// The time is not an existing date and time of day.
  public static let notATime = Self(
    "not-a-time", "expected a date and a time of day, such as 2026-11-22T02:27:16.5+01:00")
  /// A field is not a decimal number.
  public static let notANumber = Self("not-a-number", "expected a decimal number")
  /// A number is NaN, infinite, or beyond the range of a double.
  public static let notFinite = Self("not-finite", "a number must be finite")
  /// The time is more than 3,000 years from zero.
  public static let implausibleTime = Self(
    "implausible-time", "a time is within 3,000 years of zero, in seconds")
  /// The time is earlier than the time of an accepted row before this row.
  public static let timeBackwards = Self("time-backwards", "time may not go backwards")
  /// The time leaps ahead of the rows before and after it.
  public static let timeAhead = Self(
    "time-ahead", "a time may not jump ahead of the rows around it")
  /// The clock was set or wrapped, and repairs are off.
  public static let clockJump = Self("clock-jump", "the clock may not jump within a trace")
  /// The row has fewer or more columns than the header.
  public static let columnCount = Self("column-count", "a row has as many columns as the header")
  /// The row is longer than 1 MiB.
  public static let lineTooLong = Self("line-too-long", "a line is at most 1 MiB long")
  /// The row contains bytes that are not text: NUL or invalid UTF-8 in a field that is read.
  public static let notText = Self("not-text", "expected UTF-8 text")
  /// The line is not a JSON object.
  public static let notJSON = Self("not-json", "expected one JSON object per line")
  /// The row contradicts itself or the format, or is cut short.
  public static let damaged = Self("damaged", "the row contradicts itself or is cut short")
}

extension RejectionReason: Hashable, Comparable {
  /// Whether two reasons have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Orders reasons by name, as in reports.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
