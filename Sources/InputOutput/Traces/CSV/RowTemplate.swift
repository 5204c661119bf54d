import Observations
import Quantities
import Text

/// The form of one row, for the rows after it: most rows of a log have the same form, the same
/// lengths and the same text between digits. Such rows are compared 16 bytes at a time, and their
/// digits are taken from known places, column by column.
struct RowTemplate: Sendable {
  /// The longest row that has a template.
  static let lengthLimit = 256

  /// The length of the row in bytes, with its end.
  let length: Int
  private let record: TraceRecord
  /// 0xFF for each byte that has to be as it is in `text`, 16 bytes a vector.
  private var fixed: [SIMD2<UInt64>]
  private var text: [SIMD2<UInt64>]
  /// 0x80 for each byte that has to be a digit.
  private var digits: [SIMD2<UInt64>]
  private var time: DigitField?
  private var range: DigitField?
  private var rssi: DigitField?
  private var truth: DigitField?
  private var firstPathPower: DigitField?
  private var azimuth: DigitField?
  private var elevation: DigitField?

  /// The form of a row that has been read; `nil` when it is not simple enough.
  ///
  /// - Parameters:
  ///   - row: The row with its end.
  ///   - header: The columns.
  ///   - record: What was read from it.
  init?(_ row: UnsafeRawBufferPointer, header: CSVHeader, record: TraceRecord) {
    guard row.count <= Self.lengthLimit, record.recording == nil else { return nil }
    length = row.count
    self.record = record
    fixed = [SIMD2<UInt64>](repeating: .zero, count: (row.count + 15) / 16)
    text = fixed
    digits = fixed
    var start = 0
    for (column, role) in header.roles.enumerated() {
      let isLast = column == header.roles.count - 1
      guard
        let end = row[start...].firstIndex(where: { $0 == header.separator || $0 <= 0x0D }),
        isLast || row[end] == header.separator
      else { return nil }
      guard add(row, start..<end, role) else { return nil }
      start = end + 1
    }
    for place in start - 1..<row.count { fix(place, row[place]) }
  }

  private mutating func add(
    _ row: UnsafeRawBufferPointer, _ field: Range<Int>, _ role: CSVHeader.Role
  ) -> Bool {
    let isNumber = role.isNumber
    let bare = Self.bare(row, field)
    // A quote within the field may be one of several fields.
    guard !row[bare].contains(UInt8(ascii: "\"")) else { return false }
    for place in field {
      let isDigit = row[place] &- UInt8(ascii: "0") < 10
      let mayVary = isNumber || role == .ignored
      if isDigit, mayVary { vary(place) } else { fix(place, row[place]) }
    }
    if field.upperBound < row.count { fix(field.upperBound, row[field.upperBound]) }
    guard isNumber, !bare.isEmpty else { return true }
    guard let digits = DigitField(row, bare) else { return MissingWord(row[bare]) != nil }
    switch role {
    case .time: time = digits
    case .range: range = digits
    case .rssi: rssi = digits
    case .truth: truth = digits
    case .azimuth: azimuth = digits
    case .elevation: elevation = digits
    default: firstPathPower = digits
    }
    return true
  }

  /// A field without blanks and quotes around it.
  private static func bare(_ row: UnsafeRawBufferPointer, _ field: Range<Int>) -> Range<Int> {
    row.withMemoryRebound(to: UInt8.self) { row in
      guard let start = row.baseAddress else { return field }
      let bare = FieldText(start + field.lowerBound, count: field.count).bare
      return bare.start - start..<bare.start - start + bare.count
    }
  }

  private mutating func fix(_ place: Int, _ byte: UInt8) {
    let shift = UInt64(8 * (place % 8))
    fixed[place / 16][place / 8 % 2] |= 0xFF << shift
    text[place / 16][place / 8 % 2] |= UInt64(byte) << shift
  }

  private mutating func vary(_ place: Int) {
    digits[place / 16][place / 8 % 2] |= 0x80 << UInt64(8 * (place % 8))
  }

  /// Reads rows as long as they have this form and break no rule.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - cursor: Where a line begins, at least `CSVKernel.margin`; advances by what is read.
  ///   - batch: Where rows are built.
  ///   - records: Where the rows go.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ cursor: inout CSVKernel.Cursor,
    batch: RowBatch.Storage, into records: inout [TraceRecord]
  ) {
    guard let base = bytes.baseAddress else { return }
    var count = 0
    var filled = 0
    repeat {
      let room = (bytes.count - cursor.position - 16 * fixed.count) / length + 1
      guard room > 0, bytes.count - cursor.position >= 16 * fixed.count else { return }
      count = fitting(base + cursor.position, limit: min(room, RowBatch.size))
      // Every row shares what the form fixes, so that only numbers are written for each.
      while filled < count {
        batch.records[filled] = record
        filled += 1
      }
      count = fill(batch, count, from: base, &cursor)
      records.append(contentsOf: UnsafeBufferPointer(rebasing: batch.records[..<count]))
    } while count == RowBatch.size
  }

  /// How many rows have this form, one directly behind the other.
  private func fitting(_ rows: UnsafeRawPointer, limit: Int) -> Int {
    fixed.withUnsafeBufferPointer { fixed in
      text.withUnsafeBufferPointer { text in
        digits.withUnsafeBufferPointer { digits in
          let zeros = SIMD2(repeating: EightDigits.zeros)
          var row = rows
          for index in 0..<limit {
            var fault = SIMD2<UInt64>.zero
            for part in fixed.indices {
              let words = row.loadUnaligned(fromByteOffset: 16 &* part, as: SIMD2<UInt64>.self)
              fault |= (words & fixed[part]) ^ text[part]
              fault |= EightDigits.others(in: words ^ zeros) & digits[part]
            }
            if fault[0] | fault[1] != 0 { return index }
            row += length
          }
          return limit
        }
      }
    }
  }

  /// Reads the numbers of rows that have this form.
  ///
  /// - Returns: The number of rows in front of the first one that breaks a rule.
  private func fill(
    _ batch: RowBatch.Storage, _ count: Int, from base: UnsafeRawPointer,
    _ cursor: inout CSVKernel.Cursor
  ) -> Int {
    guard count > 0, let time else { return 0 }
    let rows = base + cursor.position
    let records = batch.records
    let line = cursor.line
    var lastTime = cursor.lastTime
    var good = read(time, rows, count, batch.numbers) { row, value in
      guard value >= lastTime, abs(value) <= Plausibility.timeLimit else { return false }
      lastTime = value
      records[row].observation.time = Seconds(value)
      records[row].line = line &+ row
      return true
    }
    good = read(range, rows, good, batch.numbers) { row, value in
      guard Plausibility.isDistance(value) else { return false }
      records[row].observation.range = Meters(value + 0)
      return true
    }
    good = read(rssi, rows, good, batch.numbers) { row, value in
      guard Plausibility.isLevel(value) else { return false }
      records[row].observation.rssi = DBm(value)
      return true
    }
    good = read(truth, rows, good, batch.numbers) { row, value in
      guard Plausibility.isDistance(value) else { return false }
      records[row].truth = Meters(value + 0)
      return true
    }
    good = read(firstPathPower, rows, good, batch.numbers) { row, value in
      guard Plausibility.isLevel(value) else { return false }
      records[row].observation.firstPathPower = DBm(value)
      return true
    }
    good = read(azimuth, rows, good, batch.numbers) { row, value in
      guard Plausibility.isAzimuth(value) else { return false }
      records[row].angles.azimuth = Degrees(value)
      return true
    }
    good = read(elevation, rows, good, batch.numbers) { row, value in
      guard Plausibility.isElevation(value) else { return false }
      records[row].angles.elevation = Degrees(value)
      return true
    }
    guard good > 0 else { return 0 }
    let next = cursor.position + good * length
    cursor.position = next
    cursor.line += good
    cursor.lastTime = records[good - 1].observation.time.value
    return good
  }

  /// Reads one column, if there is one, until a number is refused.
  ///
  /// - Returns: The number of rows in front of it.
  @inline(__always)
  private func read(
    _ field: DigitField?, _ rows: UnsafeRawPointer, _ count: Int,
    _ numbers: UnsafeMutablePointer<Double>, _ take: (Int, Double) -> Bool
  ) -> Int {
    guard let field else { return count }
    field.read(rows, stride: length, count: count, into: numbers)
    for row in 0..<count {
      guard take(row, numbers[row]) else { return row }
    }
    return count
  }
}
