/// Why a settings file is refused: where, and the rule that it breaks.
public struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, or where else the value came from.
  public let source: String
  /// Line in the file, from 1; `nil` when there is none to name.
  public let line: Int?
  /// Key and rule in one sentence.
  public let rule: String

  /// An error from its parts.
  public init(source: String, line: Int? = nil, rule: String) {
    self.source = source
    self.line = line
    self.rule = rule
  }

  /// Place and rule in one line, such as `tuned.yaml:12: zones.uwb.calm is -1, expected …`.
  public var description: String {
    line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
  }
}
