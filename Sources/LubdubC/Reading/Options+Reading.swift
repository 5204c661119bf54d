extension Options {
  func reading() throws(Failure) -> ReadOptions {
    #if hasFeature(Embedded)
    var options = ReadOptions()
    #else
    var options = ReadOptions(formats: .deviceLogs)
    if members["settings"] != nil {
      options.zones = try configuration(vocabulary: .workbench).zones
    }
    #endif
    options.format = try text("format")
    options.peer = try text("peer")
    options.recording = try text("recording")
    options.recordingColumns = ReadOptions.usualRecordingColumns
    options.strict = try flag("strict") ?? false
    options.sorts = try flag("sort") ?? false
    options.reorderingWindow = try number("reorder", "seconds above 0") { $0 > 0 && $0.isFinite }
      .map { Seconds($0) }
    options.period = try number("rate", "hertz from 1e-6 to 1e9") { (1e-6...1e9).contains($0) }
      .map { Seconds(1 / $0) }
    if let name = try text("mendClock") {
      guard let policy = ClockMending.Policy(rawValue: name) else {
        throw Failure("mendClock is \"\(name)\", expected mend, keep, or refuse")
      }
      options.clock = policy
    }
    if let text = try text("lag") {
      guard let lags = ReadOptions.lags(text) else {
        throw Failure("lag is \"\(text)\", expected NAME=TIME, such as ble=0.72s")
      }
      options.lags = lags
    }
    let usesComma = try flag("decimalComma") ?? false
    let thousands = try text("thousands")?.first
    if let pattern = try text("pattern") {
      guard try text("columns") == nil, options.format == nil else {
        throw Failure("pattern, columns, and format exclude each other; give one")
      }
      options.pattern = try failing(Status.badArgument, "pattern: ") {
        () throws(LinePattern.Fault) in try LinePattern(pattern)
      }
      options.needsColumns = true
      options.pattern?.usesDecimalComma = usesComma
      options.pattern?.thousandsMark = thousands
      return options
    }
    guard let mapping = try text("columns") else {
      if usesComma { options.columns = .tidyWithDecimalComma }
      return options
    }
    options.columns = try failing(Status.badArgument, "columns: ") {
      () throws(ColumnMapping.Fault) in try ColumnMapping(mapping)
    }
    options.needsColumns = true
    options.columns?.usesDecimalComma = usesComma
    options.columns?.thousandsMark = thousands
    return options
  }
}
