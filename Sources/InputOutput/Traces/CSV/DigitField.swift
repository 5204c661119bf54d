internal import Text

/// Where the digits of one number stand in rows of one form. Two rows are read at a time.
struct DigitField: Sendable {
  /// The offset just behind the number.
  private let end: Int
  private let isShort: Bool
  /// 0xFF for each of the last 16 characters that is a digit behind the point, or any without one.
  private var behindPoint: SIMD2<UInt64> = .zero
  /// 0xFF for each of them whose place is taken by the digit before it, so that the point goes.
  private var moved: SIMD2<UInt64> = .zero
  private let power: Double
  private let sign: UInt64

  /// The form of a number of up to 15 digits with an optional point; `nil` for any other.
  init?(_ row: UnsafeRawBufferPointer, _ field: Range<Int>) {
    var places = field
    let isNegative = row[places.lowerBound] == UInt8(ascii: "-")
    if isNegative { places = places.dropFirst() }
    let point = places.first { row[$0] == UInt8(ascii: ".") }
    let digits = places.filter { row[$0] &- UInt8(ascii: "0") < 10 }
    guard (1...15).contains(digits.count), digits.count + (point == nil ? 0 : 1) == places.count
    else { return nil }
    end = places.upperBound
    isShort = places.count <= 8
    sign = isNegative ? 1 << 63 : 0
    power = DecimalNumber.powersOfTen[point.map { places.upperBound - 1 - $0 } ?? 0]
    for place in digits {
      let isBefore = point.map { place < $0 } ?? false
      let byte = 16 - (places.upperBound - place) + (isBefore ? 1 : 0)
      let bits: UInt64 = 0xFF << UInt64(8 * (byte % 8))
      if isBefore { moved[byte / 8] |= bits } else { behindPoint[byte / 8] |= bits }
    }
  }

  /// Reads the number in each of some rows.
  ///
  /// - Parameters:
  ///   - rows: The first row; 16 bytes before it can be read.
  ///   - stride: The bytes from one row to the next.
  ///   - count: The number of rows.
  ///   - numbers: Where the numbers go, with room for an even count.
  func read(
    _ rows: UnsafeRawPointer, stride: Int, count: Int, into numbers: UnsafeMutablePointer<Double>
  ) {
    let first = rows + end
    if isShort {
      wholeNumbers(first, stride, count, numbers) { shortNumbers(before: $0, $1) }
    } else {
      wholeNumbers(first, stride, count, numbers) { longNumbers(before: $0, $1) }
    }
    let sign = sign
    let power = power
    for row in 0..<count {
      // Below 2⁵², in the significand of 2⁵², which is taken off.
      let magnitude = (numbers[row] - 0x1p52) / power
      numbers[row] = Double(bitPattern: magnitude.bitPattern | sign)
    }
  }

  @inline(__always)
  private func wholeNumbers(
    _ end: UnsafeRawPointer, _ stride: Int, _ count: Int, _ numbers: UnsafeMutablePointer<Double>,
    _ read: (UnsafeRawPointer, UnsafeRawPointer) -> SIMD2<UInt64>
  ) {
    let base = SIMD2(repeating: (0x1p52).bitPattern)
    let pairs = UnsafeMutableRawPointer(numbers)
    for pair in 0..<count / 2 {
      let place = end + 2 &* pair &* stride
      let digits = read(place, place + stride) | base
      pairs.storeBytes(of: digits, toByteOffset: 16 &* pair, as: SIMD2<UInt64>.self)
    }
    guard count % 2 > 0 else { return }
    let place = end + (count - 1) &* stride
    numbers[count - 1] = Double(bitPattern: (read(place, place) | base)[0])
  }

  /// Numbers of up to eight characters, whose ends are given.
  @inline(__always)
  private func shortNumbers(
    before first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> SIMD2<UInt64> {
    let text = SIMD2(Self.word(first - 8), Self.word(second - 8))
    let shifted = text &<< 8
    return EightDigits.joined(digits(text, shifted, behindPoint[1], moved[1]))
  }

  /// Numbers of up to 16 characters, whose ends are given.
  @inline(__always)
  private func longNumbers(
    before first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> SIMD2<UInt64> {
    let one = longNumber(before: first)
    let two = longNumber(before: second)
    let high = SIMD2(one[0], two[0]) & 0xFFFF_FFFF
    return high &* 100_000_000 &+ SIMD2(one[1], two[1])
  }

  @inline(__always)
  private func longNumber(before end: UnsafeRawPointer) -> SIMD2<UInt64> {
    let text = SIMD2(Self.word(end - 16), Self.word(end - 8))
    let shifted = SIMD2(Self.word(end - 17), Self.word(end - 9))
    let digits = (text & behindPoint) | (shifted & moved)
    return EightDigits.joined(
      digits ^ (SIMD2(repeating: EightDigits.zeros) & (behindPoint | moved)))
  }

  @inline(__always)
  private func digits(
    _ text: SIMD2<UInt64>, _ shifted: SIMD2<UInt64>, _ behindPoint: UInt64, _ moved: UInt64
  ) -> SIMD2<UInt64> {
    let digits = (text & SIMD2(repeating: behindPoint)) | (shifted & SIMD2(repeating: moved))
    return digits ^ SIMD2(repeating: EightDigits.zeros & (behindPoint | moved))
  }

  @inline(__always)
  private static func word(_ text: UnsafeRawPointer) -> UInt64 {
    text.loadUnaligned(as: UInt64.self)
  }
}
