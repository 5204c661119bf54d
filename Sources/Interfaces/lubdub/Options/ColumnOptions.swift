import Settings
import SettingsYAML
import Traces

/// The columns of the traces: from the command line, or else from the settings files.
struct ColumnOptions {
  /// The mapping; `nil` where nothing names one.
  let mapping: ColumnMapping?

  /// - Throws: `CommandFailure` for a mapping that is not one, or what reading a file throws.
  init(_ columns: String?, decimal: String?, _ configurations: [String]) throws {
    var (text, mark, source) = (columns, decimal, "--columns")
    var files = configurations
    if let columns, !columns.contains("=") {
      files.append(columns)
      text = nil
    }
    for path in files {
      let found = try ConfigurationOptions.document(path)
      if text == nil, let written = try found.traceColumns { (text, source) = (written, path) }
      if mark == nil { mark = try found.traceDecimalMark }
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
}
