import CTraceText
import Observations
import Quantities

/// Reads the rows that are written simply, many at a time, and leaves every other row to `CSVRows`,
/// which reads rows of any form. A row that both can read gives the same record.
///
/// Simple are rows with as many fields as the header, numbers without exponent, blanks or quotes around
/// fields, and links and recordings that are known.
struct CSVKernel: Sendable {
  /// How far the rows have been read.
  struct Cursor {
    /// The offset of the first byte that has not been read.
    var position = 0
    /// The number of the line there.
    var line: Int
    /// The time of the last accepted row.
    var lastTime: Double
  }

  /// The names that are known.
  struct Names {
    /// Those of links.
    let peers: NameTable
    /// Those of recordings.
    let recordings: NameTable
  }

  /// How many bytes before a row, and from the last line feed on, must be readable.
  static let margin = text_row_margin

  /// Whether all rows are in one order of time. Otherwise those that go back are read as well.
  let isInOneOrder: Bool

  private var index: RowIndex
  private var columns: RowColumns
  /// The most rows that are read together, fewer behind a row that was not simple.
  private static let smallest = 8
  private var limit = RowIndex.limit

  /// The form of rows that all have the same, and what reads it.
  private let header: CSVHeader
  private var template: RowTemplate?
  private var batch = RowBatch()
  /// The rows that have to follow a form for it to be worth it.
  private static let steady = 64
  /// Batches that are read before a form is tried again where forms do not last, and how many are left.
  private var holdOff = 0
  private var waiting = 0

  /// A kernel for the columns of a header; `nil` when there are too few.
  ///
  /// - Parameters:
  ///   - header: The columns.
  ///   - isInOneOrder: Whether a row that goes back in time is left to `CSVRows`.
  init?(header: CSVHeader, isInOneOrder: Bool) {
    guard header.roles.count > 1 else { return nil }
    self.header = header
    self.isInOneOrder = isInOneOrder
    index = RowIndex(separator: header.separator, columns: header.roles.count)
    columns = RowColumns(header, isInOneOrder: isInOneOrder)
  }

  /// Reads simple rows from the start of a line on, until a row is not simple or the bytes end.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - names: The links and recordings that are known.
  ///   - cursor: Where a line begins, at least `margin`; advances by what is read.
  ///   - records: Where the rows go.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, names: Names, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) {
    guard bytes.count > cursor.position + Self.margin,
      let base = bytes.bindMemory(to: UInt8.self).baseAddress,
      let last = bytes[cursor.position...(bytes.count - Self.margin)].lastIndex(of: 0x0A)
    else { return }
    while cursor.position <= last {
      readForm(bytes, &cursor, into: &records)
      guard cursor.position <= last else { return }
      let rows = Self.read(
        base, upTo: last, limit, names, &index, &columns, &cursor, into: &records)
      guard rows.areSimple else {
        limit = Self.smallest
        return
      }
      limit = min(2 * limit, RowIndex.limit)
      guard isInOneOrder, let length = rows.length, let record = records.last else { continue }
      waiting -= 1
      guard waiting < 0 else { continue }
      let row = bytes[cursor.position - length..<cursor.position]
      template = RowTemplate(
        UnsafeRawBufferPointer(rebasing: row), header: header, record: record)
      if template == nil { wait(isSteady: false) }
    }
  }

  /// Reads rows as long as they have the form that is known.
  private mutating func readForm(
    _ bytes: UnsafeRawBufferPointer, _ cursor: inout Cursor, into records: inout [TraceRecord]
  ) {
    guard let template else { return }
    let line = cursor.line
    batch.withStorage { template.read(bytes, &cursor, batch: $0, into: &records) }
    wait(isSteady: cursor.line - line >= Self.steady)
    self.template = nil
  }

  /// Where rows change their form all the time, or have none, it is looked for ever more seldom.
  private mutating func wait(isSteady: Bool) {
    holdOff = isSteady ? 0 : min(2 * holdOff + 1, 1023)
    waiting = holdOff
  }

  /// Reads some rows.
  ///
  /// - Returns: Whether all were simple, and their length where it is that of each.
  private static func read(
    _ bytes: UnsafePointer<UInt8>, upTo last: Int, _ limit: Int, _ names: Names,
    _ index: inout RowIndex, _ columns: inout RowColumns, _ cursor: inout Cursor,
    into records: inout [TraceRecord]
  ) -> (areSimple: Bool, length: Int?) {
    index.withRows(bytes + cursor.position, upTo: bytes + last, limit: limit) { rows in
      let good = columns.withRecords(
        of: rows, line: cursor.line, after: cursor.lastTime, names: names
      ) {
        records.append(contentsOf: $0)
        return $0.count
      }
      guard good > 0 else { return (false, nil) }
      let length = rows.length(good)
      cursor.position += length
      cursor.line += good
      cursor.lastTime = records[records.count - 1].observation.time.value
      let last = length - rows.length(good - 1)
      return (good == rows.count, length == good * last ? last : nil)
    }
  }
}
