import Lubdub
import LubdubGround

/// A table of raw radio: the first line that is no comment names the columns, each one after it holds a
/// measurement. Where tables follow each other, each begins with such names.
protocol TableParser: SignalParser {
  associatedtype Columns: LogColumns

  var columns: Columns? { get set }

  mutating func read(
    _ fields: [LogText], _ columns: Columns, line: Int
  ) throws(RowFault) -> [SignalOutcome]
}

struct RowFault: Error {
  let reason: RejectionReason
  let found: String

  init(_ reason: RejectionReason, _ found: String) {
    self.reason = reason
    self.found = found
  }
}

extension TableParser {
  static func recognises(_ prefix: [UInt8]) -> Bool {
    prefix.completeLines.first { !$0.hasPrefix("#") }.map { Columns(header: $0) != nil } ?? false
  }

  mutating func read(_ line: LogLine) -> [SignalOutcome] {
    guard !line.bytes.hasPrefix("#") else { return [.ignored] }
    guard let columns else {
      columns = Columns(header: line.bytes)
      return columns == nil
        ? [.rejected(.damaged, line: line.number, "expected a header with \(Columns.needed)")]
        : [.part]
    }
    do throws(RowFault) {
      guard let fields = csvFields(line.bytes) else {
        throw RowFault(.columnCount, "a quoted field is not closed")
      }
      guard fields.count == columns.count else {
        throw RowFault(.columnCount, "expected \(columns.count) fields as in the header")
      }
      guard line.isClosed else { throw RowFault(.damaged, "the last line is cut short") }
      return try read(fields, columns, line: line.number)
    } catch {
      if let next = Columns(header: line.bytes) {
        self.columns = next
        return [.part]
      }
      return [.rejected(error.reason, line: line.number, error.found)]
    }
  }
}

struct PlaceColumns {
  private let truth: Int?
  private let label: Int?
  private let recording: Int?
  private let blocked: Int?

  init(_ columns: TableHeader) {
    truth = columns.place(of: "truth_m")
    label = columns.place(of: "label")
    recording = columns.place(of: "recording", "file_id")
    blocked = columns.place(of: "nlos")
  }

  func fill(_ signal: inout RawSignal, from fields: [LogText]) throws(RowFault) {
    signal.truth = try fields.number(truth, "truth_m").map { Meters($0) }
    signal.label = fields.field(label)?.string ?? ""
    signal.recording = fields.field(recording)?.string
    switch fields.field(blocked)?.integer {
    case 0: signal.isBlocked = false
    case 1: signal.isBlocked = true
    default: break
    }
  }
}

extension [LogText] {
  func number(_ place: Int?, _ name: String) throws(RowFault) -> Double? {
    guard let text = field(place), !text.isMissingValue else { return nil }
    guard let number = text.decimal else {
      throw RowFault(.notANumber, "\(name) is \(Excerpt.quote(text))")
    }
    return number
  }

  func wholeNumber(
    _ place: Int?, _ name: String, in range: ClosedRange<Int64>
  ) throws(RowFault) -> Int? {
    guard let text = field(place), !text.isMissingValue else { return nil }
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
    var list: [Double] = []
    for part in split(whereSeparator: { " ;,[]".utf8.contains($0) }) {
      guard let number = part.decimal else { return nil }
      list.append(number)
    }
    return list
  }
}
