import Quantities
import Ranging

/// Reads the rows that are written plainly, at the speed of memory, and leaves every other row to
/// `CSVRows`, which knows all the rest. A row that both can read gives the same record.
struct CSVKernel: Sendable {
  /// The bytes that are indexed at a time: index and bytes stay in the first-level cache.
  private static let windows = 1 << 9...1 << 13
  /// How many bytes before a row must be readable.
  static let margin = 25

  private let header: CSVHeader
  private let index: FieldIndex
  private let layout: CSVLayout
  private var offsets: [UInt32]
  private var batch = RowBatch()
  private var template: RowTemplate?
  private var window = Self.windows.lowerBound

  /// A kernel for the columns of a header; `nil` when there is a column that only `CSVRows` reads.
  init?(header: CSVHeader) {
    guard let layout = CSVLayout(header: header) else { return nil }
    self.header = header
    self.layout = layout
    index = FieldIndex(separator: header.separator)
    offsets = [UInt32](repeating: IndexedRows.before, count: Self.windows.upperBound + 9)
  }

  /// Reads plain rows from the start of a line on, until a row is not plain or the bytes end.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - peers: The links that are known.
  ///   - cursor: Where a line begins, at least `margin`; advances by what is read.
  ///   - records: Where the rows go.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout CSVLayout.Cursor,
    into records: inout [TraceRecord]
  ) {
    while true {
      let start = cursor.position
      if let template {
        batch.withStorage { template.read(bytes, &cursor, batch: $0, into: &records) }
      }
      // Where rows change their form all the time, the index serves many rows before the next try.
      let isSteady = cursor.position - start >= 4 * window
      window = isSteady ? Self.windows.lowerBound : min(2 * window, Self.windows.upperBound)
      let before = cursor.position
      let isPlain = readWindow(bytes, peers: peers, &cursor, into: &records)
      // A row that is not plain may be followed by more of them: index little before each.
      if !isPlain { window = Self.windows.lowerBound }
      guard cursor.position > before else { return }
      template = template(bytes, cursor, records.last) ?? template
      guard isPlain else { return }
    }
  }

  /// Reads the rows of one window by its index.
  ///
  /// - Returns: Whether there may be more plain rows.
  private mutating func readWindow(
    _ bytes: UnsafeRawBufferPointer, peers: NameTable, _ cursor: inout CSVLayout.Cursor,
    into records: inout [TraceRecord]
  ) -> Bool {
    let size = min(window, (bytes.count - cursor.position) & ~63)
    guard size > 0, let base = bytes.baseAddress else { return false }
    let start = cursor.position
    return ShortDecimal.withTables { tables in
      offsets.withUnsafeMutableBufferPointer { offsets in
        batch.withStorage { batch in
          let ends = offsets.baseAddress.unsafelyUnwrapped + 1
          let count = index.find(in: base + start, count: size, into: ends)
          guard count > layout.columnCount else { return false }
          let endsWithCR = bytes[start + Int(ends[layout.columnCount - 1])] == 0x0D
          let stride = layout.columnCount + (endsWithCR ? 1 : 0)
          let rows = IndexedRows(base + start, ends: ends, stride: stride, tables: tables)
          return layout.read(
            rows, count: count / stride, from: start, peers: peers, &cursor, batch: batch,
            into: &records)
        }
      }
    }
  }

  /// The form of the row before the cursor.
  private func template(
    _ bytes: UnsafeRawBufferPointer, _ cursor: CSVLayout.Cursor, _ record: TraceRecord?
  ) -> RowTemplate? {
    guard let record else { return nil }
    let row = UnsafeRawBufferPointer(rebasing: bytes[cursor.lastRow..<cursor.position])
    return RowTemplate(row, header: header, record: record)
  }
}
