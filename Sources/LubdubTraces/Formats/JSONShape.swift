#if !hasFeature(Embedded)

enum JSONShape {
  static func cure(for start: [UInt8]) -> String? {
    let rows = TextPrefix.lines(start + [0x0A]).filter { TextPrefix.isRow($0) }
    guard let first = rows.first else { return nil }
    let text = start.prefix(1 << 13).filter { $0 > 0x20 }[...]
    if text.hasPrefix("{'") || text.hasPrefix("[{'") { return python }
    if text.hasPrefix("[{") {
      return "one array holds all records: jq -c '.[]' FILE makes lines of it"
    }
    // `[[sample]]` begins a table of TOML.
    if text.hasPrefix("[["),
      text.dropFirst(2).first.map({ "\"-]0123456789".utf8.contains($0) }) ?? false
    {
      return "one array holds all rows: jq -r '.[] | @csv' FILE makes a table of it"
    }
    if text.first == UInt8(ascii: "["), (try? JSONParser.line(first))?.array != nil {
      return "each line is an array: jq -r '@csv' FILE makes a table of them"
    }
    guard text.first == UInt8(ascii: "{") else { return nil }
    do throws(JSONError) {
      _ = try JSONParser.line(first)
      return rows.count == 1 ? list(in: text) : nil
    } catch {
      if let list = list(in: text) { return list }
      guard first.contains("}{") || first.allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "{") })
      else { return "its JSON breaks in column \(error.column): \(error.rule)" }
      return "objects do not stand one in a line: jq -c . FILE makes lines of them"
    }
  }

  /// Makes JSON of what Python prints; a text before the object goes, unless it has a number, which may be a stamp.
  static let python =
    "its texts stand in single quotes, as Python prints them: "
    + #"sed -E "s/^[^[{0-9]*[{]/{/;s/([{[(:,] *)[bu]?'([^']*)'/\1\"\2\"/g;"#
    + #"s/[A-Za-z_.0-9]+[(]([^(),]*)[)]/\1/g;"#
    + #"s/: None/: null/g;s/: True/: true/g;s/: False/: false/g" FILE makes JSON of them"#

  private static func list(in text: LogText) -> String? {
    let quote = UInt8(ascii: "\"")
    // As pandas does with `orient="index"` and "table", and then without any.
    if text.hasPrefix("{\"0\":{") {
      return "each member is a record: jq -c '.[]' FILE makes lines of them"
    }
    if text.hasPrefix("{\"schema\":{"), text.contains("\"data\":[{") {
      return "its member data holds the records: jq -c '.data[]' FILE makes lines of it"
    }
    let columns = "its members are columns: jq -r '"
    if text.contains("\":{\"0\":") {
      return columns + "keys_unsorted,([.[]|[.[]]]|transpose[])|@csv' FILE makes rows of them"
    }
    guard let mark = text.firstRange(of: "\":["), mark.upperBound < text.endIndex,
      let start = text[..<mark.lowerBound].lastIndex(of: quote)
    else { return nil }
    let isList = text[mark.upperBound] == UInt8(ascii: "{")
    let names = isList ? text[mark.upperBound...].prefix { $0 != UInt8(ascii: "}") } : text
    let isMeasured = names.split(separator: quote).contains { name in
      let field = ColumnName(name.string).field
      return field == .range || field == .rssi
    }
    guard isMeasured else { return nil }
    let member = text[(start + 1)..<mark.lowerBound].string
    guard member.isQuotable else { return nil }
    switch text[mark.upperBound] {
    case _ where isList:
      if text[mark.upperBound...].contains("],\""), text[mark.upperBound...].contains("\":[{") {
        return
          "several members hold records: jq -c '.. | arrays | .[] | objects' FILE makes lines of them"
      }
      let isNested = text[..<mark.lowerBound].count { $0 == UInt8(ascii: "{") } > 1
      let path = isNested ? ".. | .\(member)? | arrays | .[]" : ".\(member)[]"
      return "its member \(member) holds the records: jq -c '\(path)' FILE makes lines of it"
    case UInt8(ascii: "-"), 0x30...0x39:
      return columns + "[..|objects|with_entries(select(.value|arrays))]|max_by(length)"
        + "|keys_unsorted,([.[]]|transpose[])|@csv' FILE makes rows of them"
    // As pandas does with `orient="split"`.
    case quote where text.contains("\"index\":["):
      return "its columns have their names apart: jq -r '.columns,.data[]|@csv' FILE makes a table"
    default: return nil
    }
  }
}
#endif
