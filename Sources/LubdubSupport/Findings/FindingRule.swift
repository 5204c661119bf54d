/// One entry of the table of findings: a code, its severity, and an example of its message.
public struct FindingRule: Sendable, Hashable {
  /// The stable name, in lower case with hyphens, such as `time-backwards`.
  public let code: String
  /// The severity of every finding with this code.
  public let severity: Finding.Severity
  /// An example of the message that a user reads.
  public let example: String

  /// An entry from its parts.
  public init(_ code: String, _ severity: Finding.Severity, _ example: String) {
    (self.code, self.severity, self.example) = (code, severity, example)
  }
}
