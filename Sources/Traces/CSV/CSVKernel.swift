import Quantities
import Ranging

/// Reads the rows that are written plainly, at the speed of memory, and leaves every other row to
/// `CSVRows`, which knows all the rest. A row that both can read gives the same record.
struct CSVKernel: Sendable {
  /// The bytes that are indexed at a time: index and bytes stay in the first-level cache.
  private static let windows = 1 << 9...1 << 13
  /// How many bytes before a row must be readable.
  static let margin = 16

  private let header: CSVHeader
  private let index: FieldIndex
  private let layout: CSVLayout
  private var offsets: [UInt32]
  private var template: RowTemplate?
  private var window = Self.windows.lowerBound

  /// A kernel for the columns of a header; `nil` when there is a column that only `CSVRows` reads.
  init?(header: CSVHeader) {
    guard let layout = CSVLayout(header: header) else { return nil }
    self.header = header
    self.layout = layout
    index = FieldIndex(separator: header.separator)
    offsets = [UInt32](repeating: 0, count: Self.windows.upperBound + 8)
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
      template?.read(bytes, &cursor, into: &records)
      // Where rows change their form all the time, the index serves many rows before the next try.
      let isSteady = cursor.position - start >= 4 * window
      window = isSteady ? Self.windows.lowerBound : min(2 * window, Self.windows.upperBound)
      let before = cursor.position
      let isPlain = readWindow(bytes, peers: peers, &cursor, into: &records)
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
    let index = index
    let layout = layout
    return DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
      offsets.withUnsafeMutableBufferPointer { offsets in
        guard let found = offsets.baseAddress, let powers = powers.baseAddress else { return false }
        let rows = base + cursor.position
        let count = index.find(in: rows, count: size, into: found)
        var local = CSVLayout.Cursor(line: cursor.line, lastTime: cursor.lastTime)
        let isPlain = layout.read(
          rows, found, count, powers, peers: peers, &local, into: &records)
        cursor.advance(by: local)
        return isPlain
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
