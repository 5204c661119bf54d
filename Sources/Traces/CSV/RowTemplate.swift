import Quantities
import Ranging

/// The form of one row, for the rows after it: most rows of a log have the same form, the same
/// lengths and the same text between digits. Such a row is compared eight bytes at a time and its
/// digits are taken from known places.
struct RowTemplate: Sendable {
  /// The longest row that has a template.
  static let lengthLimit = 256

  /// Rows that are read before they are passed on together.
  private static let batch = 64

  /// The length of the row in bytes, with its end.
  let length: Int
  private let record: TraceRecord
  /// 0xFF for each byte that has to be as it is in `text`, eight bytes a word.
  private var fixed: [UInt64]
  private var text: [UInt64]
  /// 0x80 for each byte that has to be a digit.
  private var digits: [UInt64]
  private var time = DigitField()
  private var range: DigitField?
  private var rssi: DigitField?
  private var truth: DigitField?
  private var firstPathPower: DigitField?

  /// The form of a row that has been read; `nil` when it is not plain enough.
  ///
  /// - Parameters:
  ///   - row: The row with its end.
  ///   - header: The columns.
  ///   - record: What was read from it.
  init?(_ row: UnsafeRawBufferPointer, header: CSVHeader, record: TraceRecord) {
    guard row.count <= Self.lengthLimit, record.recording == nil else { return nil }
    length = row.count
    self.record = record
    fixed = [UInt64](repeating: 0, count: (row.count + 7) / 8)
    text = fixed
    digits = fixed
    var start = 0
    for (column, role) in header.roles.enumerated() {
      let isLast = column == header.roles.count - 1
      guard
        let end = row[start...].firstIndex(where: { $0 == header.separator || $0 <= 0x0D }),
        isLast || row[end] == header.separator, !row[start..<end].contains(UInt8(ascii: "\""))
      else { return nil }
      guard add(row, start..<end, role) else { return nil }
      start = end + 1
    }
    for place in start - 1..<row.count { fix(place, row[place]) }
  }

  private mutating func add(
    _ row: UnsafeRawBufferPointer, _ field: Range<Int>, _ role: CSVHeader.Role
  ) -> Bool {
    let isNumber = [.time, .range, .rssi, .truth, .firstPathPower].contains(role)
    for place in field {
      let isDigit = row[place] &- UInt8(ascii: "0") < 10
      let mayVary = isNumber || role == .ignored
      if isDigit, mayVary { vary(place) } else { fix(place, row[place]) }
    }
    if field.upperBound < row.count { fix(field.upperBound, row[field.upperBound]) }
    guard isNumber, !field.isEmpty else { return true }
    guard let digits = DigitField(row, field) else { return false }
    switch role {
    case .time: time = digits
    case .range: range = digits
    case .rssi: rssi = digits
    case .truth: truth = digits
    default: firstPathPower = digits
    }
    return true
  }

  private mutating func fix(_ place: Int, _ byte: UInt8) {
    let shift = UInt64(8 * (place % 8))
    fixed[place / 8] |= 0xFF << shift
    text[place / 8] |= UInt64(byte) << shift
  }

  private mutating func vary(_ place: Int) {
    digits[place / 8] |= 0x80 << UInt64(8 * (place % 8))
  }

  /// Reads rows as long as they have this form and break no rule.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - cursor: Where a line begins, at least `CSVKernel.margin`; advances by what is read.
  ///   - records: Where the rows go.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ cursor: inout CSVLayout.Cursor,
    into records: inout [TraceRecord]
  ) {
    let record = record
    withUnsafeTemporaryAllocation(of: TraceRecord.self, capacity: Self.batch) { batch in
      // Every row shares what the form fixes, so that only numbers are written for each.
      batch.initialize(repeating: record)
      var count = 0
      repeat {
        count = fill(batch, from: bytes, &cursor)
        records.append(contentsOf: UnsafeBufferPointer(rebasing: batch[..<count]))
      } while count == Self.batch
    }
  }

  /// Reads rows of this form until the batch is full, a row is different or the bytes end.
  private func fill(
    _ batch: UnsafeMutableBufferPointer<TraceRecord>, from bytes: UnsafeRawBufferPointer,
    _ cursor: inout CSVLayout.Cursor
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let last = bytes.count - fixed.count * 8
    var here = cursor
    var count = 0
    while count < batch.count, here.position <= last {
      let row = base + here.position
      guard fits(row), let time = fill(&batch[count], from: row, after: here.lastTime) else {
        break
      }
      batch[count].line = here.line
      here.lastTime = time
      here.line &+= 1
      here.position &+= length
      count &+= 1
    }
    cursor = here
    return count
  }

  /// Whether a row has this form.
  @inline(__always)
  private func fits(_ row: UnsafeRawPointer) -> Bool {
    fixed.withUnsafeBufferPointer { fixed in
      text.withUnsafeBufferPointer { text in
        digits.withUnsafeBufferPointer { digits in
          var fault: UInt64 = 0
          for index in fixed.indices {
            let word = UInt64(
              littleEndian: row.loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self))
            fault |= (word & fixed[index]) ^ text[index]
            fault |= EightDigits.others(in: word ^ EightDigits.zeros) & digits[index]
          }
          return fault == 0
        }
      }
    }
  }

  @inline(__always)
  private func fill(
    _ record: inout TraceRecord, from row: UnsafeRawPointer, after lastTime: Double
  ) -> Double? {
    let time = time.value(in: row)
    guard time >= lastTime, abs(time) <= Plausibility.timeLimit else { return nil }
    record.observation.time = Seconds(time)
    if let range {
      let value = range.value(in: row)
      guard Plausibility.isDistance(value) else { return nil }
      record.observation.range = Meters(value + 0)
    }
    if let rssi {
      let value = rssi.value(in: row)
      guard Plausibility.isLevel(value) else { return nil }
      record.observation.rssi = DBm(value)
    }
    if let truth {
      let value = truth.value(in: row)
      guard Plausibility.isDistance(value) else { return nil }
      record.truth = Meters(value + 0)
    }
    if let firstPathPower {
      let value = firstPathPower.value(in: row)
      guard Plausibility.isLevel(value) else { return nil }
      record.observation.firstPathPower = DBm(value)
    }
    return time
  }
}

/// Where the digits of one number stand in rows of one form.
private struct DigitField {
  /// The offset just behind the number.
  private var end = 8
  private var last = HalfNumber()
  private var first: HalfNumber?
  private var isPointInLast = false
  private var power = 1.0
  private var sign: UInt64 = 0

  /// A field that is never read.
  init() {}

  /// The form of a number of up to 15 digits with an optional point; `nil` for any other.
  init?(_ row: UnsafeRawBufferPointer, _ field: Range<Int>) {
    var places = field
    if row[places.lowerBound] == UInt8(ascii: "-") {
      sign = 1 << 63
      places = places.dropFirst()
    }
    let point = places.first { row[$0] == UInt8(ascii: ".") }
    let digits = places.filter { row[$0] &- UInt8(ascii: "0") < 10 }
    guard (1...15).contains(digits.count), digits.count + (point == nil ? 0 : 1) == places.count
    else { return nil }
    end = places.upperBound
    if let point { power = DecimalNumber.powersOfTen[end - 1 - point] }
    last = HalfNumber(digits: digits, point: point, end: end)
    isPointInLast = point.map { $0 >= end - 8 } ?? false
    if places.count > 8 { first = HalfNumber(digits: digits, point: point, end: end - 8) }
  }

  /// The number in a row of this form.
  @inline(__always)
  func value(in row: UnsafeRawPointer) -> Double {
    var low = last.digits(before: row + end)
    var whole: UInt64
    if let first {
      var high = first.digits(before: row + end - 8)
      if isPointInLast {
        low |= high &>> 56
        high = high &<< 8
      }
      whole = EightDigits.joined(high) &* 100_000_000 &+ EightDigits.joined(low)
    } else {
      whole = EightDigits.joined(low)
    }
    let magnitude = Double(Int64(bitPattern: whole)) / power
    return Double(bitPattern: magnitude.bitPattern | sign)
  }
}

/// Up to eight characters of a number.
private struct HalfNumber {
  /// 0xFF for each byte that is a digit of the number.
  private var mask: UInt64 = 0
  /// 0xFF for each byte that stands before the point, if that is among these bytes.
  private var beforePoint: UInt64 = 0

  init() {}

  init(digits: [Int], point: Int?, end: Int) {
    for place in digits where (end - 8..<end).contains(place) {
      mask |= 0xFF << UInt64(8 * (place - end + 8))
    }
    if let point, (end - 8..<end).contains(point) {
      beforePoint = (1 << UInt64(8 * (point - end + 8))) - 1
    }
  }

  /// The digits in the upper bytes of a word, the point taken out.
  @inline(__always)
  func digits(before end: UnsafeRawPointer) -> UInt64 {
    let word = UInt64(littleEndian: (end - 8).loadUnaligned(as: UInt64.self))
    let digits = (word ^ EightDigits.zeros) & mask
    let front = digits & beforePoint
    return digits &+ (front &<< 8) &- front
  }
}
