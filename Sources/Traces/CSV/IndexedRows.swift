import Ranging

/// Rows whose fields lie between known offsets.
struct IndexedRows {
  private let bytes: UnsafeRawPointer
  private let ends: UnsafePointer<UInt32>
  /// The offsets of one row.
  private let stride: Int
  private let tables: ShortDecimal.Tables

  /// Rows of one stretch of bytes.
  ///
  /// - Parameters:
  ///   - bytes: Where the first row begins.
  ///   - ends: The offsets of separators and line ends; the one in front of them is `before`.
  ///   - stride: How many of them a row has.
  ///   - tables: What reading numbers needs.
  init(
    _ bytes: UnsafeRawPointer, ends: UnsafePointer<UInt32>, stride: Int,
    tables: ShortDecimal.Tables
  ) {
    self.bytes = bytes
    self.ends = ends
    self.stride = stride
    self.tables = tables
  }

  /// The offset that stands in front of all others, so that the first field begins at 0.
  static let before = UInt32.max

  /// The rows from one on.
  @inline(__always)
  func dropFirst(_ count: Int) -> IndexedRows {
    IndexedRows(bytes, ends: ends + count &* stride, stride: stride, tables: tables)
  }

  /// The offset just behind a field.
  @inline(__always)
  func end(_ row: Int, _ column: Int) -> Int {
    Int(truncatingIfNeeded: ends[row &* stride &+ column])
  }

  /// The offset of the first byte of a field.
  @inline(__always)
  func start(_ row: Int, _ column: Int) -> Int {
    Int(truncatingIfNeeded: ends[row &* stride &+ column &- 1] &+ 1)
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  func isEmpty(_ row: Int, _ column: Int) -> Bool { start(row, column) == end(row, column) }

  /// How many rows have this form: fields between separators, then the line end, no comment.
  func wellFormed(limit: Int, columns: Int, separator: UInt8) -> Int {
    let lineEnd: UInt8 = stride > columns ? 0x0D : 0x0A
    for row in 0..<limit {
      // A line that starts with "#" or a space may be a comment.
      guard byte(start(row, 0)) > UInt8(ascii: "#") else { return row }
      for column in 0..<columns &- 1 {
        guard byte(end(row, column)) == separator else { return row }
      }
      let end = end(row, columns &- 1)
      guard byte(end) == lineEnd else { return row }
      guard stride > columns else { continue }
      guard byte(end &+ 1) == 0x0A, self.end(row, columns) == end &+ 1 else { return row }
    }
    return limit
  }

  /// Reads the number in one column of each row, until one is not plain.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - count: The number of rows, at most 64.
  ///   - batch: Where the numbers go.
  /// - Returns: The number of rows that were read, and a bit for each that has a number.
  func numbers(
    _ column: Int, count: Int, into batch: RowBatch.Storage
  ) -> (count: Int, present: UInt64) {
    let numbers = batch.numbers
    let divisors = batch.divisors
    var present: UInt64 = 0
    var good = count
    for row in 0..<count {
      let start = start(row, column)
      let end = end(row, column)
      guard start < end else { continue }
      let isNegative = byte(start) == UInt8(ascii: "-")
      let length = end &- start &- (isNegative ? 1 : 0)
      guard length > 0 else {
        good = row
        break
      }
      if let decimal = ShortDecimal(before: bytes + end, count: length, tables: tables) {
        let power = tables.powers[decimal.decimals]
        numbers[row] = Double(bitPattern: decimal.bits) - 0x1p52
        divisors[row] = isNegative ? -power : power
      } else if let magnitude = longNumber(before: bytes + end, count: length) {
        numbers[row] = magnitude
        divisors[row] = isNegative ? -1 : 1
      } else {
        good = row
        break
      }
      present |= 1 &<< UInt64(truncatingIfNeeded: row)
    }
    for row in 0..<good { numbers[row] /= divisors[row] }
    return (good, present)
  }

  /// A number that is not short.
  @inline(never)
  private func longNumber(before end: UnsafeRawPointer, count: Int) -> Double? {
    if let magnitude = LongDecimal.magnitude(before: end, count: count, tables: tables) {
      return magnitude
    }
    let text = UnsafeRawBufferPointer(start: end - count, count: count)
    guard case .number(let number) = DecimalNumber.parse(text), text[0] &- 0x30 < 10 else {
      return nil
    }
    return number
  }

  /// The radio that a field names; `nil` for other text.
  @inline(__always)
  func radio(_ row: Int, _ column: Int) -> Radio? {
    let start = start(row, column)
    guard end(row, column) &- start == 3 else { return nil }
    // The field is followed by at least one byte: its separator.
    let word = (bytes + start).loadUnaligned(as: UInt32.self)
    switch UInt32(littleEndian: word) & 0x00FF_FFFF | 0x0020_2020 {
    case 0x0062_7775: return .uwb
    case 0x0065_6C62: return .ble
    default: return nil
    }
  }

  /// A name of the table that is written without quotes or spaces around it.
  func name(_ row: Int, _ column: Int, in table: NameTable) -> NameTable.Index? {
    let start = start(row, column)
    let field = UnsafeRawBufferPointer(start: bytes + start, count: end(row, column) - start)
    guard let first = field.first, let last = field.last, first > 0x20, last > 0x20,
      !field.contains(UInt8(ascii: "\""))
    else { return nil }
    return String(validating: field, as: UTF8.self).flatMap { table.find($0) }
  }
}
