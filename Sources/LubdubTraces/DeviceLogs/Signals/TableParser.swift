/// A table of raw radio: the first line names the columns, each one after it holds a measurement, or names anew.
protocol TableParser: SignalParser {
  associatedtype Column: LogColumn

  var header: LogHeader<Column>? { get set }

  mutating func read(_ row: LogRow<Column>) throws(RowFault) -> [SignalOutcome]
}

typealias RowFault = TraceRow.Fault

extension RowFault {
  init(_ reason: RejectionReason, _ found: String) { self.init(reason: reason, found: found) }
}

extension TableParser {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first { !$0.hasPrefix("#") }
      .map { LogHeader<Column>($0) != nil } ?? false
  }

  mutating func read(_ line: LogLine) -> [SignalOutcome] {
    guard !line.bytes.hasPrefix("#") else { return [.ignored] }
    guard let header else {
      header = LogHeader(line.bytes)
      return header == nil
        ? [.rejected(.damaged, line: line.number, "expected a header with \(Column.needed)")]
        : [.part]
    }
    do throws(RowFault) {
      guard let fields = csvFields(line.bytes) else {
        throw RowFault(.columnCount, "a quoted field is not closed")
      }
      guard fields.count == header.count else {
        throw RowFault(.columnCount, "expected \(header.count) fields as in the header")
      }
      guard line.isClosed else { throw RowFault(.damaged, "the last line is cut short") }
      return try read(LogRow(fields: fields, header: header, line: line))
    } catch {
      if let next = LogHeader<Column>(line.bytes) {
        self.header = next
        return [.part]
      }
      return [.rejected(error.reason, line: line.number, error.found)]
    }
  }
}

extension LogRow {
  func fill(
    _ signal: inout RawSignal, _ truth: Column, _ label: Column, _ recording: Column,
    _ blocked: Column
  ) throws(RowFault) {
    signal.truth = try number(truth, "truth_m").map { Meters($0) }
    signal.label = self[label].string
    signal.recording = header.has(recording) ? self[recording].string : nil
    signal.isBlocked = self[blocked].integer.flatMap { (0...1).contains($0) ? $0 == 1 : nil }
  }

  func number(_ column: Column, _ name: String) throws(RowFault) -> Double? {
    let text = self[column]
    guard !text.isMissingValue else { return nil }
    guard let number = text.decimal else {
      throw RowFault(.notANumber, "\(name) is \(Excerpt.quote(text))")
    }
    return number
  }

  func wholeNumber(
    _ column: Column, _ name: String, in range: ClosedRange<Int64>
  ) throws(RowFault) -> Int? {
    let text = self[column]
    guard !text.isMissingValue else { return nil }
    guard let number = text.integer, range.contains(number) else {
      throw RowFault(
        .damaged,
        "\(name) is \(Excerpt.quote(text)), expected a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return Int(number)
  }
}

extension LogText {
  var numberList: [Double]? {
    let parts = split { " ;,[]".utf8.contains($0) }
    let list = parts.compactMap(\.decimal)
    return list.count == parts.count ? list : nil
  }
}
