enum JSONText {
  /// Reads one document; bytes that are not UTF-8 are replaced, so that a damaged name does not cause a rejection of the
  /// row.
  static func parse(_ text: LogText) -> JSONValue? { try? JSONParser.line(text.string.utf8) }
}

extension JSONValue {
  var decimal: Double? { number ?? string.flatMap { Array($0.utf8)[...].trimmed.decimal } }

  var isMissingValue: Bool {
    switch self {
    case .null: true
    case .string(let text): Array(text.utf8)[...].trimmed.isMissingValue
    case .bool, .number, .array, .object: false
    }
  }
}
