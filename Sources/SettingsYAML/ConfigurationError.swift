/// A configuration that cannot be used: where it stands and the rule that it breaks.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, or the option that the value came with.
  public let source: String
  /// Line in the file, from 1; `nil` when there is none to name.
  public let line: Int?
  /// Key and rule in one sentence.
  public let rule: String

  /// An error from its parts.
  public init(source: String, line: Int?, rule: String) {
    self.source = source
    self.line = line
    self.rule = rule
  }

  /// Place and rule in one line, such as `tuned.yaml:12: zones.dwell is -1, expected …`.
  public var description: String {
    line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
  }
}
