/// Why a settings file is refused: where, and the rule that it breaks.
public struct SettingsFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, or where else the value came from.
  public let source: String
  /// Line in the file, from 1; `nil` when there is none to name.
  public let line: Int?
  /// Key and rule in one sentence.
  public let rule: String
  /// The other faults that were found with this one, in the order of the files.
  public let others: [SettingsFileError]

  /// An error from its parts.
  public init(
    source: String, line: Int? = nil, rule: String, others: [SettingsFileError] = []
  ) {
    self.source = source
    self.line = line
    self.rule = rule
    self.others = others
  }

  /// Place and rule, one line for each fault, such as
  /// `tuned.yaml:12: zones.range.falseChangeInterval is -1, expected …`.
  public var description: String {
    let own = line.map { "\(source):\($0): \(rule)" } ?? "\(source): \(rule)"
    return ([own] + others.map { $0.description }).joined(separator: "\n")
  }
}
