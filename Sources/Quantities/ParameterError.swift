/// A setting that is refused: which one, what it is, and what it should be.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setting's path within the parameters that were checked, such as `range.edges[1].dwell`.
  public var path: String
  /// What was found, as text with its unit.
  public var found: String
  /// What is accepted, such as `a finite time that is not negative`.
  public var expected: String

  /// A refusal from its parts.
  public init(path: String, found: String, expected: String) {
    self.path = path
    self.found = found
    self.expected = expected
  }

  /// The refusal of a setting inside a larger one: the path gets a prefix.
  public func inside(_ parent: String) -> ParameterError {
    ParameterError(path: "\(parent).\(path)", found: found, expected: expected)
  }

  /// One sentence without a final stop.
  public var description: String { "\(path) is \(found), expected \(expected)" }
}
