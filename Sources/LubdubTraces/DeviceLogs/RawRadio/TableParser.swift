/// A table of raw radio: the first line names the columns; each later line is a measurement or names the columns again.
protocol TableParser: SignalParser {
  associatedtype Column: LogColumn

  var header: LogHeader<Column>? { get set }

  mutating func read(_ row: LogRow<Column>) throws(RowFault) -> [SignalOutcome]
}

extension TableParser {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first { !$0.hasPrefix("#") }
      .map { LogHeader<Column>($0) != nil } ?? false
  }

  mutating func read(_ line: LogLine, into found: inout [SignalOutcome]) {
    guard !line.bytes.hasPrefix("#") else { return found.append(.ignored) }
    guard let header else {
      header = LogHeader(line.bytes)
      guard header == nil else { return }
      return found.reject(.damaged, line: line.number, "expected a header with \(Column.needed)")
    }
    do throws(RowFault) {
      guard let fields = csvFields(line.bytes) else {
        throw RowFault(.columnCount, "a quoted field is not closed")
      }
      guard fields.count == header.count else {
        throw RowFault(.columnCount, "expected \(header.count) fields as in the header")
      }
      guard line.isClosed else { throw RowFault(.damaged, "the last line is cut short") }
      found += try read(LogRow(fields: fields, header: header, line: line))
    } catch {
      if let next = LogHeader<Column>(line.bytes) {
        self.header = next
      } else {
        found.reject(error.reason, line: line.number, error.found)
      }
    }
  }
}
