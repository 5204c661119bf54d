#if Tool
package import Lubdub
package import Yams

/// The syntax of a YAML document.
package enum YAMLText {
  /// The root of a document; `nil` for an empty one.
  package static func compose(
    _ text: String, source: String
  ) throws(SettingsFileError) -> Node? {
    do {
      return try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw failure(of: error, source: source)
    } catch {
      throw SettingsFileError(source: source, line: nil, rule: "\(error)")
    }
  }

  private static func failure(of error: YamlError, source: String) -> SettingsFileError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      SettingsFileError(source: source, line: mark.line, rule: "this is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      SettingsFileError(
        source: source, line: context.mark.line,
        rule: "\(keys.sorted().joined(separator: ", ")) stands here more than once")
    default: SettingsFileError(source: source, line: nil, rule: "this is not YAML: \(error)")
    }
  }
}
#endif
