/// Checks the rows of a table; see lubdub_bench.h.
@c @implementation public func lubdub_trace_table(
  _ columns: UnsafePointer<lubdub_column>?, _ columnCount: Int, _ rowCount: Int,
  _ options: UnsafePointer<CChar>?, _ length: Int
) -> OpaquePointer? {
  answer { () throws(Failure) in
    let call = try TraceCall(Options(options, length))
    guard rowCount >= 0, rowCount <= Int(Int32.max) else {
      throw Failure("row_count is \(rowCount), expected at most \(Int32.max)")
    }
    let list = try UnsafeBufferPointer(start: columns, count: columns == nil ? 0 : columnCount)
      .map { (column) throws(Failure) in try named(column, rowCount) }
    let table = try failing(Status.badTrace) { () throws(TraceTable.Fault) in
      try TraceTable(rows: rowCount, columns: list, call.options)
    }
    return try call.judge(table, rowCount)
  }
}

private func named(
  _ column: lubdub_column, _ rows: Int
) throws(Failure) -> (name: String, values: TraceTable.Values) {
  let name = column.name.map { String(cString: $0) } ?? ""
  if let numbers = column.numbers {
    return (name, .numbers(Array(UnsafeBufferPointer(start: numbers, count: rows))))
  }
  let texts = (0..<column.text_count).map { place in
    column.texts?[place].map { Array(String(cString: $0).utf8) } ?? []
  }
  let places = column.places.map { Array(UnsafeBufferPointer(start: $0, count: rows)) } ?? []
  guard places.count == rows, places.allSatisfy({ $0 >= -1 && $0 < texts.count }) else {
    throw Failure("\(name) has a place beyond its \(texts.count) texts")
  }
  return (name, .texts(places, texts))
}

extension TraceCall {
  fileprivate func judge(_ table: TraceTable, _ rows: Int) throws(Failure) -> Result {
    if options.peer == nil, options.recording == nil, let radios = table.plainRadios {
      var report = ReadReport()
      (report.unit, report.accepted) = (.row, rows)
      if rows == 0 { report.remark(Finding(.reading, "the trace has no rows")) }
      let result = Result()
      result.add("kind", radios.map(\.byte))
      result.add("input", .object(report.input(name: name)))
      result.add("report", report.json)
      result.add("notes", .array(report.warnings.map { .string($0) }))
      return result
    }
    do throws(ReadError) {
      var link = LinkChoice.everything
      var sink = try read(table, link)
      link = self.link(in: sink.report)
      if link.peer != nil { sink = try read(table, link) }
      var columns = TraceColumns()
      columns.add(sink.records, expected: sink.records.count, hasAngles: sink.report.carriesAngles)
      let result = try answer(
        &columns, link, sink.report, peers: sink.peers.names, recordings: sink.recordings.names,
        as: name)
      result.add("row", sink.records.map { Int32($0.line) })
      return result
    } catch {
      throw Failure(error)
    }
  }

  private func read(_ table: TraceTable, _ link: LinkChoice) throws(ReadError) -> TraceSink {
    var options = options
    options.peer = options.peer ?? link.peer
    var sink = TraceSink(path: name ?? "the table", options: options)
    try table.read(into: &sink)
    return sink
  }
}
