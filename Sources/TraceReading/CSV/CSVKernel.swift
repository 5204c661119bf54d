import Quantities

/// Reads the rows that are written simply, at the speed of memory, and leaves every other row to
/// `CSVRows`, which reads rows of any form. A row that both can read gives the same record.
struct CSVKernel: Sendable {
  /// How many bytes before a row, and from the last line feed on, must be readable.
  static let margin = 32
  /// The most rows that are read one by one before the form of the last one is tried on those that
  /// follow, and the rows that have to follow it for a form to be worth it.
  private static let holdOff = 1...1024
  private static let steady = 64

  private let header: CSVHeader
  private let layout: CSVLayout
  private var batch = RowBatch()
  private var names = NameCache()
  private var template: RowTemplate?
  private var singles = Self.holdOff.lowerBound

  /// A kernel for the columns of a header; `nil` when there is a column that only `CSVRows` reads.
  init?(header: CSVHeader) {
    guard let layout = CSVLayout(header: header) else { return nil }
    self.header = header
    self.layout = layout
  }

  /// Reads simple rows from the start of a line on, until a row is not simple or the bytes end.
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
    guard bytes.count > cursor.position + Self.margin, let base = bytes.baseAddress,
      let last = bytes[cursor.position...(bytes.count - Self.margin)].lastIndex(of: 0x0A)
    else { return }
    var isSimple = true
    while isSimple, cursor.position <= last {
      let line = cursor.line
      if let template {
        batch.withStorage { template.read(bytes, &cursor, batch: $0, into: &records) }
      }
      // Where rows change their form all the time, a form is made ever more seldom.
      let isSteady = cursor.line - line >= Self.steady
      singles = isSteady ? Self.holdOff.lowerBound : min(2 * singles, Self.holdOff.upperBound)
      let before = cursor.position
      isSimple = DecimalNumber.powersOfTen.withUnsafeBufferPointer { powers in
        batch.withStorage { batch in
          layout.read(
            base, upTo: last, limit: singles, powers.baseAddress.unsafelyUnwrapped, peers: peers,
            &names, &cursor, batch: batch.records, into: &records)
        }
      }
      guard cursor.position > before, let record = records.last else { return }
      let row = UnsafeRawBufferPointer(rebasing: bytes[cursor.lastRow..<cursor.position])
      template = RowTemplate(row, header: header, record: record) ?? template
    }
  }
}
