/// A setting, an event, or a file that cannot be rendered or read: the subject and the reason.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faulty item, such as `sampleRate` or `event 12: intensity`.
  public let subject: String
  /// The value and the broken rule.
  public let reason: String

  /// An error from its parts.
  public init(subject: String, reason: String) { (self.subject, self.reason) = (subject, reason) }

  /// Subject and reason in one sentence.
  public var description: String { "\(subject) \(reason)" }

  /// Inlined, because otherwise the page's engine contains a copy for each subject.
  @inline(__always) static func require(
    _ value: Double, in range: ClosedRange<Double>, _ subject: @autoclosure () -> String,
    _ unit: String = ""
  ) throws(AudioError) {
    if !range.contains(value) { throw outside(value, range, subject(), unit) }
  }

  @inline(never) private static func outside(
    _ value: Double, _ range: ClosedRange<Double>, _ subject: String, _ unit: String
  ) -> AudioError {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    return AudioError(
      subject: subject,
      reason: "is \(SettingValue.text(value)), expected \(SettingValue.text(range.lowerBound)) to "
        + "\(SettingValue.text(range.upperBound))\(suffix)")
  }
}
