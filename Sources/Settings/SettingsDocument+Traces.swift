internal import Quantities

// How a settings file says what traces look like, which the pipeline does not know.
extension SettingsDocument {
  /// Whether a key says how traces are read, which is none of the pipeline's.
  package static func isOfTraces(_ key: String) -> Bool {
    key == "columns" || key == "decimal" || key.utf8.starts(with: "columns.".utf8)
  }

  /// The columns of traces that are none of ours, as a mapping: the key `columns`, in one text or with
  /// one key for each field. `nil` where the file names none.
  ///
  /// - Throws: `SettingsFileError` for a column that is no text.
  public var traceColumns: String? {
    get throws(SettingsFileError) {
      if let entry = entries.last(where: { $0.key == "columns" }) { return try name(entry) }
      let prefix = "columns."
      var fields: [String] = []
      for entry in entries where entry.key.utf8.starts(with: prefix.utf8) {
        let field = String(entry.key.dropFirst(prefix.count)) + "=" + (try name(entry))
        // A name with a comma is one field.
        let isPlain = field.utf8.allSatisfy { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
        fields.append(isPlain || field.utf8.contains(UInt8(ascii: "\"")) ? field : "\"\(field)\"")
      }
      guard let first = fields.first else { return nil }
      return fields.dropFirst().reduce(first) { $0 + "," + $1 }
    }
  }

  /// The decimal mark of such traces: the key `decimal`; `nil` where the file has none.
  ///
  /// - Throws: `SettingsFileError` for a mark that is neither a point nor a comma.
  public var traceDecimalMark: String? {
    get throws(SettingsFileError) {
      guard let entry = entries.last(where: { $0.key == "decimal" }) else { return nil }
      guard let mark = entry.value.text, mark == "." || mark == "," else {
        throw SettingsFileError(
          source: source, line: entry.line, rule: "decimal is none, expected \".\" or \",\"")
      }
      return mark
    }
  }

  private func name(_ entry: Entry) throws(SettingsFileError) -> String {
    if let name = entry.value.text { return name }
    throw SettingsFileError(
      source: source, line: entry.line,
      rule: "\(entry.key) is no text, expected the name of a column; put a number in quotes")
  }
}
