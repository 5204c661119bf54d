struct ColumnOptions {
  let mapping: ColumnMapping?

  init(_ columns: String?, decimal: String?, _ configurations: [String]) throws {
    var (text, source) = (columns, "--columns")
    var mark = decimal.map { String($0.prefix(1)) }
    var thousands = decimal.flatMap { $0.dropFirst().first.map(String.init) }
    var files = configurations
    if let columns, !columns.contains("=") {
      try expect(
        isRegularFile(at: columns) || columns.contains(".") && !columns.contains(":"),
        "--columns is \"\(columns)\", expected FIELD=NAME:UNIT, such as t=timestamp_ms:ms,range=distance_cm:cm, or "
          + "a settings file")
      files.append(columns)
      text = nil
    }
    for path in files {
      let found = try ConfigurationOptions.document(path)
      if text == nil, let written = try found.traceColumns { (text, source) = (written, path) }
      if mark == nil { mark = try found.traceDecimalMark }
      if thousands == nil { thousands = try found.traceThousandsMark }
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
      mapping?.thousandsMark = thousands?.first
      self.mapping = mapping ?? .tidyWithDecimalComma
    } catch {
      throw CommandFailure("\(source): \(error)")
    }
  }
}
