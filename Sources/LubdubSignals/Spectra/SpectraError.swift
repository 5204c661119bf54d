/// A size or a setting that a transform can't use: its name, and the rule.
public struct SpectraError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the setting.
  public let subject: String
  /// The value and the broken rule.
  public let reason: String

  /// Subject and reason in one sentence.
  public var description: String { "\(subject) \(reason)" }

  static func require<Value: Comparable>(
    _ value: Value, in range: ClosedRange<Value>, _ subject: String
  ) throws(SpectraError) {
    if range.contains(value) { return }
    throw SpectraError(
      subject: subject, reason: "is \(value), expected \(range.lowerBound)...\(range.upperBound)")
  }
}
