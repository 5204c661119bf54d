/// A log of raw radio, whose measurements can be kept unchanged.
protocol SignalFormat: TraceFormat {
  var rows: SignalRows { get set }

  /// Continues with another file, which may contain the other side.
  mutating func goOn(into sink: inout TraceSink) throws(ReadError)
}

extension SignalFormat where Self: LineFormat {
  mutating func goOn(into sink: inout TraceSink) throws(ReadError) {
    try finishLines(into: &sink)
    _ = restart()
  }
}

/// A table of raw radio: the first line names the columns; each later line is a measurement or names the columns again.
protocol SignalTable: LineFormat, SignalFormat {
  associatedtype Column: LogColumn

  var header: LogHeader<Column>? { get set }

  /// Reads a row. It adds warnings to the sink only after the whole row is valid.
  mutating func signal(
    of row: LogRow<Column>, into sink: inout TraceSink
  ) throws(RowFault) -> RawSignal
}

extension SignalTable {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first { !$0.hasPrefix("#") }
      .map { LogHeader<Column>($0) != nil } ?? false
  }

  mutating func read(_ line: LogLine, into sink: inout TraceSink) throws(ReadError) {
    guard !line.bytes.hasPrefix("#") else { return sink.ignore() }
    guard let header else {
      header = LogHeader(line.bytes)
      guard header == nil else { return }
      return try sink.reject(.damaged, line: line.number, "expected a header with \(Column.needed)")
    }
    let signal: RawSignal
    do throws(RowFault) {
      guard let fields = csvFields(line.bytes) else {
        throw RowFault(.columnCount, "a quoted field is not closed")
      }
      guard fields.count == header.count else {
        throw RowFault(.columnCount, "expected \(header.count) fields as in the header")
      }
      guard line.isClosed else { throw .damaged("the last line is cut short") }
      signal = try self.signal(of: LogRow(fields: fields, header: header, line: line), into: &sink)
    } catch {
      guard let next = LogHeader<Column>(line.bytes) else {
        return try sink.reject(error.reason, line: line.number, error.found)
      }
      return self.header = next
    }
    try rows.take(signal, into: &sink)
  }
}
