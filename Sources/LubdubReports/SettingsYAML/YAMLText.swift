package import Yams

package enum YAMLText {
  package static func compose(_ text: String, source: String) throws(SettingsFileError) -> Node? {
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
      throw failure(of: error, source: source, text)
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

  /// The line of a key that stands twice in a mapping: where it stands again, as deep as before.
  private static func lineAgain(_ key: String, from first: Int, in text: String) -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .dropFirst(first - 1)
    let places = lines.filter { $1.trimmingPrefix { $0 == " " }.hasPrefix("\(key):") }
    let depth = places.first.map { $1.prefix { $0 == " " }.count }
    return places.dropFirst().first { $1.prefix { $0 == " " }.count == depth }.map { $0.0 + 1 }
      ?? first
  }

  private static func failure(
    of error: YamlError, source: String, _ text: String
  ) -> SettingsFileError {
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
        source: source,
        line: keys.sorted().first.map { lineAgain($0, from: context.mark.line, in: text) },
        rule:
          "\(keys.sorted().joined(separator: ", ")) stands here more than once; keep one of them")
    default: SettingsFileError(source: source, line: nil, rule: "this is not YAML: \(error)")
    }
  }
}
