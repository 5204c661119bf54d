/// The columns or the pattern of logs in other formats, from the options or otherwise from settings files.
struct ColumnOptions {
  private(set) var mapping: ColumnMapping?
  private(set) var pattern: LinePattern?

  init(_ options: LogOptions, _ configurations: [String]) throws {
    let columns = options.columns
    var (text, source) = (columns, "--columns")
    var form = options.pattern.map { (text: $0, source: "--pattern") }
    var mark = options.decimal.map { String($0.prefix(1)) }
    var thousands = options.decimal.flatMap { $0.dropFirst().first.map(String.init) }
    var files = configurations
    if let columns, !columns.contains("=") {
      try expect(
        isRegularFile(at: columns) || columns.contains(".") && !columns.contains(":"),
        "--columns is \"\(columns)\", expected FIELD=NAME:UNIT, such as t=timestamp_ms:ms,range=distance_cm:cm, or "
          + "a settings file")
      files.append(columns)
      text = nil
    }
    let isOpen = form == nil && text == nil
    for path in files {
      let found = try ConfigurationOptions.document(path)
      if isOpen, text == nil, let written = try found.traceColumns {
        (text, source) = (written, path)
      }
      if isOpen, form == nil, options.from == nil, let written = try found.tracePattern {
        form = (written, path)
      }
      if mark == nil { mark = try found.traceDecimalMark }
      if thousands == nil { thousands = try found.traceThousandsMark }
    }
    if let columns, !columns.contains("="), text == nil, form == nil {
      throw CommandFailure("\(columns): expected the key columns or pattern")
    }
    if let form {
      pattern = try naming("\(form.source): \(form.text)") { () throws(LinePattern.Fault) in
        try LinePattern(form.text)
      }
      pattern?.usesDecimalComma = mark == ","
      pattern?.thousandsMark = thousands?.first
    }
    if let text {
      mapping = try naming(source) { () throws(ColumnMapping.Fault) in try ColumnMapping(text) }
      mapping?.usesDecimalComma = mark == ","
      mapping?.thousandsMark = thousands?.first
    } else if mark == "," {
      mapping = .tidyWithDecimalComma
    }
  }
}
