import FileIO
import Settings
import SettingsYAML
import TraceReading

/// The columns of the traces: from the command line, or else from the settings files.
struct ColumnOptions {
  /// The mapping; `nil` where nothing names one.
  let mapping: ColumnMapping?

  /// - Throws: `CommandFailure` for a mapping that is none, or what reading a file throws.
  init(_ columns: String?, decimal: String?, _ configurations: [String]) throws {
    var (text, mark, source) = (columns, decimal, "--columns")
    var files = configurations
    if let columns, !columns.contains("=") {
      files.append(columns)
      text = nil
    }
    for path in files {
      let found = try Self.document(at: path)
      if text == nil, let written = found.traceColumns { (text, source) = (written, path) }
      if mark == nil { mark = found.traceDecimalMark }
    }
    if let columns, !columns.contains("="), text == nil {
      throw CommandFailure("\(columns): expected the key columns")
    }
    guard text != nil || mark == "," else {
      mapping = nil
      return
    }
    do throws(ColumnMapping.Fault) {
      var mapping = try text.map { (text) throws(ColumnMapping.Fault) in try ColumnMapping(text) }
      mapping?.usesDecimalComma = mark == ","
      self.mapping = mapping ?? .tidyWithDecimalComma
    } catch {
      throw CommandFailure("\(source): \(error)")
    }
  }

  private static func document(at path: String) throws -> SettingsDocument {
    let bytes = try readFile(at: path, limit: 1 << 24)
    if path.hasSuffix(".json") { return try SettingsJSON.document(bytes, source: path) }
    return try ConfigurationReader.document(
      String(decoding: bytes, as: UTF8.self), source: path)
  }
}
