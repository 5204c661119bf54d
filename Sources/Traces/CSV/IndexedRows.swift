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
    let hasCR = stride > columns
    let lineEnd: UInt8 = hasCR ? 0x0D : 0x0A
    var ends = ends
    for row in 0..<limit {
      let first = Int(truncatingIfNeeded: ends[-1] &+ 1)
      let end = Int(truncatingIfNeeded: ends[columns &- 1])
      var fault = byte(end) ^ lineEnd
      var column = 0
      while column < columns &- 1 {
        fault |= byte(Int(truncatingIfNeeded: ends[column])) ^ separator
        column &+= 1
      }
      if hasCR {
        fault |= byte(end &+ 1) ^ 0x0A
        guard Int(truncatingIfNeeded: ends[columns]) == end &+ 1 else { return row }
      }
      // A line that starts with "#" or a space may be a comment.
      guard fault == 0, byte(first) > UInt8(ascii: "#") else { return row }
      ends += stride
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
      let start = firstByte(row, column)
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
    let field = name(row, column)
    guard field.count == 3 else { return nil }
    // The field is followed by at least one byte: its separator.
    let word = (bytes + field.lowerBound).loadUnaligned(as: UInt32.self)
    switch UInt32(littleEndian: word) & 0x00FF_FFFF | 0x0020_2020 {
    case 0x0062_7775: return .uwb
    case 0x0065_6C62: return .ble
    default: return nil
    }
  }

  /// The index of the name in a field; `nil` when the table does not have it.
  func name(
    _ row: Int, _ column: Int, in table: NameTable, _ cache: inout NameCache
  ) -> NameTable.Index? {
    let field = name(row, column)
    let end = bytes + field.upperBound
    if let known = cache.find(before: end, count: field.count, tables: tables) { return known }
    let text = UnsafeRawBufferPointer(start: bytes + field.lowerBound, count: field.count)
    guard let first = text.first, let last = text.last, first > 0x20, last > 0x20,
      !text.contains(UInt8(ascii: "\"")), !text.contains(0),
      let index = String(validating: text, as: UTF8.self).flatMap({ table.find($0) })
    else { return nil }
    cache.keep(index, before: end, count: field.count, tables: tables)
    return index
  }

  /// A field without leading spaces and one pair of quotes around it.
  @inline(__always)
  private func name(_ row: Int, _ column: Int) -> Range<Int> {
    let start = firstByte(row, column)
    let end = end(row, column)
    let isQuoted =
      end &- start >= 2 && byte(start) == UInt8(ascii: "\"")
      && byte(end &- 1) == UInt8(ascii: "\"")
    return isQuoted ? start &+ 1..<end &- 1 : start..<end
  }

  /// The offset of a field's first byte that is no space.
  @inline(__always)
  private func firstByte(_ row: Int, _ column: Int) -> Int {
    var start = start(row, column)
    while byte(start) == 0x20 { start &+= 1 }
    return start
  }
}
