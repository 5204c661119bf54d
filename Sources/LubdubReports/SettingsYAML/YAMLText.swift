#if Tool
package import Lubdub
package import Yams

package enum YAMLText {
  /// The root of a document; `nil` for an empty one.
  package static func compose(
    _ text: String, source: String
  ) throws(SettingsFileError) -> Node? {
    if let line = lineOfAlias(in: text) {
      throw SettingsFileError(
        source: source, line: line,
        rule:
          "anchors (&name) and aliases (*name) are not read; write the value out, or put a text in quotes"
      )
    }
    do {
      return try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw failure(of: error, source: source)
    } catch {
      throw SettingsFileError(source: source, line: nil, rule: "\(error)")
    }
  }

  /// The line of the first anchor or alias. They are refused before they are expanded: a short text of nested ones
  /// fills any memory. Both stand where a value begins: first in a line, or after one of `- ? : , [ {`.
  private static func lineOfAlias(in text: String) -> Int? {
    var (line, quote, last) = (1, nil as UInt8?, 0x0A as UInt8)
    var isAfterBlank = true
    for byte in text.utf8 {
      defer {
        isAfterBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        if !isAfterBlank || byte == 0x0A { last = byte }
        if byte == 0x0A { line += 1 }
      }
      if let open = quote {
        // A comment ends with its line.
        if byte == (open == UInt8(ascii: "#") ? 0x0A : open) { quote = nil }
        continue
      }
      let beginsValue = isAfterBlank && "\n-?:".utf8.contains(last) || ",[{".utf8.contains(last)
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): if beginsValue { quote = byte }
      case UInt8(ascii: "#"): if isAfterBlank { quote = byte }
      case UInt8(ascii: "&"), UInt8(ascii: "*"): if beginsValue { return line }
      default: break
      }
    }
    return nil
  }

  private static func failure(of error: YamlError, source: String) -> SettingsFileError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      SettingsFileError(
        source: source, line: mark.line,
        rule: "this is not YAML: \(problem)"
          + (problem.contains("cannot start any token")
            ? "; indent with spaces, not with tabs" : ""))
    case .duplicatedKeysInMapping(let keys, let context):
      SettingsFileError(
        source: source, line: context.mark.line,
        rule: "\(keys.sorted().joined(separator: ", ")) stands here more than once")
    default: SettingsFileError(source: source, line: nil, rule: "this is not YAML: \(error)")
    }
  }
}
#endif
