internal import Quantities

// How a settings file says what traces look like, which the pipeline does not know.
extension SettingsDocument {
  /// Whether a key says how traces are read, which is none of the pipeline's.
  package static func isOfTraces(_ key: String) -> Bool {
    key == "columns" || key == "decimal" || key.utf8.starts(with: "columns.".utf8)
  }

  /// The columns of traces that are none of ours, as a mapping: the key `columns`, in one text or with
  /// one key for each field. `nil` where the file names none.
  public var traceColumns: String? {
    if let entry = entries.last(where: { $0.key == "columns" }) { return entry.value.text }
    let prefix = "columns."
    let fields = entries.compactMap { entry -> String? in
      guard entry.key.utf8.starts(with: prefix.utf8), let name = entry.value.text else {
        return nil
      }
      return String(entry.key.dropFirst(prefix.count)) + "=" + name
    }
    guard let first = fields.first else { return nil }
    return fields.dropFirst().reduce(first) { $0 + "," + $1 }
  }

  /// The decimal mark of such traces: the key `decimal`; `nil` where the file has none.
  public var traceDecimalMark: String? { entries.last { $0.key == "decimal" }?.value.text }
}
