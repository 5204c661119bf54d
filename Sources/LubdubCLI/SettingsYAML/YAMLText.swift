internal import CYaml
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

  /// The line of the first anchor or alias in the parser's events. Both are rejected before any expansion, because a short
  /// text with nested aliases fills any memory. The reader reports text that is not YAML, with its place.
  private static func lineOfAlias(in text: String) -> Int? {
    // The parser stores its own address, so it must not move.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { return nil }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
      var event = yaml_event_t()
      while yaml_parser_parse(parser, &event) == 1, event.type != YAML_NO_EVENT {
        defer { yaml_event_delete(&event) }
        if isReference(event) { return Int(clamping: event.start_mark.line) + 1 }
      }
      return nil
    }
  }

  private static func isReference(_ event: yaml_event_t) -> Bool {
    switch event.type {
    case YAML_ALIAS_EVENT: true
    case YAML_SCALAR_EVENT: event.data.scalar.anchor != nil
    case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor != nil
    case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor != nil
    default: false
    }
  }

  /// A text as a word that reads back unchanged: plain if no character has a meaning in YAML, and in quotes otherwise.
  package static func word(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isASCII && $0.isLetter } ?? false && text.last != " "
      && text.utf8.allSatisfy(plain.contains) && YAMLScalar.value(ofPlain: text) == .text(text)
    return isPlain ? text : quoted(text)
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./ ".utf8)

  /// A quoted text on one line that reads back unchanged.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      guard scalar.isHidden else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return "\"\(scalars.joined())\""
  }

  /// The line of a duplicate key in a mapping: the line on which the key appears again, at the same depth.
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
          "\(keys.sorted().joined(separator: ", ")) appears here more than once; keep one of them")
    default: SettingsFileError(source: source, line: nil, rule: "this is not YAML: \(error)")
    }
  }
}
