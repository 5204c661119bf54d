import CTraceText

struct NumberColumn: Sendable {
  struct Found {
    var numbers: UInt64
    var words: UInt64 = 0
    var strange: UInt64 = 0
  }

  private let divisor: Double
  /// Whether the fields are calendar times, and the numbers are seconds since 1970.
  private let holdsDates: Bool
  /// Whether to expect numbers of more than eight characters. It does not change the result.
  private var isLong = true
  /// The last form of a missing value, as `FieldText.key`.
  private var missing: UInt64 = 0
  /// The numbers, preceded by the last number of the previous batch. Undefined in rows without a number.
  private var numbers = [Double](repeating: 0, count: 1 + RowIndex.limit)

  init(divisor: Double, holdsDates: Bool = false) {
    (self.divisor, self.holdsDates) = (divisor, holdsDates)
  }

  subscript(row: Int) -> Double { numbers[row &+ 1] }

  @inline(__always) func withNumbers(_ body: (UnsafePointer<Double>) -> Void) {
    unsafe numbers.withUnsafeBufferPointer { unsafe body($0.baseAddress.unsafelyUnwrapped + 1) }
  }

  static func first(_ count: Int) -> UInt64 { count >= 64 ? ~0 : (1 &<< UInt64(count)) &- 1 }

  mutating func read(_ fields: text_fields, before: Double = 0) -> Found {
    numbers[0] = before
    guard !holdsDates else { return unsafe readDates(fields) }
    let isLong = isLong
    let divisor = divisor
    var missing = missing
    let (found, hasLong) = unsafe numbers.withUnsafeMutableBufferPointer { numbers in
      unsafe withUnsafePointer(to: fields) { fields in
        let numbers = unsafe numbers.baseAddress.unsafelyUnwrapped + 1
        let seen = unsafe isLong ? Self.readLong(fields, numbers) : text_read_short(fields, numbers)
        var found = Found(numbers: seen.taken)
        var others = unsafe Self.first(Int(fields.pointee.count)) & ~(seen.taken | seen.empty)
        if others != 0, missing != 0 {
          found.words = unsafe text_find_words(fields, missing, missing).first
          others &= ~found.words
        }
        if others != 0 { unsafe Self.read(others, of: fields.pointee, numbers, &found, &missing) }
        if divisor != 1 { unsafe Self.divide(numbers, by: divisor, &found) }
        return (found, seen.has_long)
      }
    }
    self.missing = missing
    self.isLong = hasLong
    return found
  }

  /// The dates up to the first date of an unusual form.
  private mutating func readDates(_ fields: text_fields) -> Found {
    var found = Found(numbers: 0)
    for row in unsafe 0..<Int(fields.count) {
      let field = unsafe fields[row].bare
      let bytes = unsafe UnsafeRawBufferPointer(start: field.start, count: field.count)
      guard let time = unsafe CivilTime.usualForm(bytes) else { break }
      numbers[row &+ 1] = Double(time) / 1e9
      found.numbers |= 1 &<< UInt64(row)
    }
    return found
  }

  /// Converts numbers to the usual unit. A -1 in any unit may mean a missing measurement, and is marked as unusual.
  private static func divide(
    _ numbers: UnsafeMutablePointer<Double>, by divisor: Double, _ found: inout Found
  ) {
    for row in 0..<RowIndex.limit {
      if unsafe numbers[row] == -1, found.numbers &>> UInt64(row) & 1 != 0 {
        found.numbers &= ~(1 &<< UInt64(row))
        found.strange |= 1 &<< UInt64(row)
      }
      unsafe numbers[row] /= divisor
    }
  }

  func outside(_ bounds: ClosedRange<Double>, count: Int) -> UInt64 {
    unsafe numbers.withUnsafeBufferPointer {
      unsafe text_outside(
        $0.baseAddress.unsafelyUnwrapped + 1, Int64(count), bounds.lowerBound, bounds.upperBound)
    }
  }

  func leaps(over reach: Double, count: Int) -> UInt64 {
    unsafe numbers.withUnsafeBufferPointer {
      unsafe text_leaps($0.baseAddress.unsafelyUnwrapped + 1, Int64(count), reach)
    }
  }

  private static func readLong(
    _ fields: UnsafePointer<text_fields>, _ numbers: UnsafeMutablePointer<Double>
  ) -> text_seen {
    unsafe DecimalDivisor.all.withUnsafeBufferPointer {
      unsafe text_read_long(fields, $0.baseAddress, numbers)
    }
  }

  private static func read(
    _ rows: UInt64, of fields: text_fields, _ numbers: UnsafeMutablePointer<Double>,
    _ found: inout Found, _ missing: inout UInt64
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * RowIndex.limit) { marks in
      let starts = unsafe marks.baseAddress.unsafelyUnwrapped
      let ends = unsafe starts + RowIndex.limit
      var count = 0
      var longest = 0
      var rest = rows
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest &- 1
        let field = unsafe fields[row].bare
        if field.isMissingWord {
          found.words |= 1 &<< UInt64(row)
          missing = unsafe fields[row].key ?? missing
        } else if field.count > 0 {
          let start = unsafe field.start - fields.origin
          unsafe starts[count] = UInt32(truncatingIfNeeded: start &- 1)
          unsafe ends[count] = UInt32(truncatingIfNeeded: start &+ field.count)
          longest = max(longest, field.count)
          count &+= 1
          found.strange |= 1 &<< UInt64(row)
        }
      }
      guard count > 0 else { return }
      let bare = unsafe text_fields(
        origin: fields.origin, starts: starts, ends: ends, start_stride: 1, end_stride: 1, gap: 0,
        point: fields.point, count: Int64(count))
      unsafe scatter(bare, isLong: longest > 8, numbers, &found)
    }
  }

  private static func scatter(
    _ bare: text_fields, isLong: Bool, _ numbers: UnsafeMutablePointer<Double>, _ found: inout Found
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: RowIndex.limit) { read in
      let read = unsafe read.baseAddress.unsafelyUnwrapped
      var taken = unsafe withUnsafePointer(to: bare) {
        unsafe isLong ? readLong($0, read).taken : text_read_short($0, read).taken
      }
      var rest = found.strange
      var place = 0
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest &- 1
        if taken & 1 != 0 {
          unsafe numbers[row] = unsafe read[place]
          found.numbers |= 1 &<< UInt64(row)
          found.strange &= ~(1 &<< UInt64(row))
        }
        taken &>>= 1
        place &+= 1
      }
    }
  }
}

/// Powers of ten that divide 64-bit integers exactly (N. Möller, T. Granlund, "Improved division", 2011, algorithm 4).
enum DecimalDivisor {
  /// The divisors for 0 to 27 decimals, the last divisor for up to 31: 5²⁷ is the highest power below 2⁶⁴.
  static let all: [text_divisor] = (0...31).map { divisor(places: min($0, 27)) }

  private static func divisor(places: Int) -> text_divisor {
    let power = (0..<places).reduce(1 as UInt64) { power, _ in power * 5 }
    let shift = power.leadingZeroBitCount
    let divisor = power << UInt64(shift)
    // (2¹²⁸ - 1) / divisor, minus 2⁶⁴.
    let reciprocal = divisor.dividingFullWidth((.max - divisor, .max)).quotient
    return text_divisor(
      divisor: divisor, reciprocal: reciprocal, exponent: Int64(places - shift),
      power: DecimalNumber.powersOfTen[min(places, 22)])
  }
}
