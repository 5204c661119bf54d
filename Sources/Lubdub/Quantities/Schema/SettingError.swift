/// An error about a rejected setting: its key, its value, and the valid values.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The setting's key, such as `zones.range.falseChangeInterval`; within a part of the settings, the rest of the key.
  public var key: String
  /// The broken rule, such as `is -1, expected a number from 0 to 60`.
  public var rule: String

  package init(key: String, rule: String) {
    (self.key, self.rule) = (key, rule)
  }

  package init(key: String, found: String, expected: String) {
    self.init(key: key, rule: "is \(found), expected \(expected)")
  }

  /// Runs the check of a part of the settings: errors get the complete key.
  package static func at(
    _ parent: String, _ body: () throws(SettingError) -> Void
  ) throws(SettingError) {
    do { try body() } catch { throw error.inside(parent) }
  }

  /// Returns the error of a setting inside a larger part: the key gets a prefix. A key that is empty or an index, such as
  /// `[1].offset`, follows the prefix without a dot.
  package func inside(_ parent: String) -> SettingError {
    let dot = key.isEmpty || key.utf8.first == UInt8(ascii: "[") ? "" : "."
    return SettingError(key: "\(parent)\(dot)\(key)", rule: rule)
  }

  /// One sentence without a period.
  public var description: String { "\(key) \(rule)" }
}
