/// A long column of decimal numbers as steps between the numbers, which compress to a fraction of the size: consecutive rows
/// have nearly equal time steps, and their distances differ by a few units of the last digit.
enum NumberSteps {
  /// The most decimals of numbers in logs.
  private static let mostDigits = 6
  /// The largest whole number that is exact in a page, together with the codes of steps between such numbers, because a page
  /// uses `Double`.
  private static let largest = 1125899906842624.0

  /// The text `~DIGITS~` and base64; `nil` if a number has more decimals. Each number is in units of its last digit. Its
  /// code, in bytes of 7 bits with the lowest first, is 0 for `NaN`, 2d + 1 for a step of d upward, and 2d for a step of d
  /// downward.
  static func text(_ column: [Double]) -> JSONValue? {
    var unit = 1.0
    for digits in 0...mostDigits {
      if let whole = whole(column, unit) {
        return .string("~\(digits)~" + codes(of: whole).withUnsafeBytes { Base64.encode($0) })
      }
      unit *= 10
    }
    return nil
  }

  /// The numbers in units of their last digit, with `NaN` unchanged; `nil` if dividing does not restore a number.
  private static func whole(_ column: [Double], _ unit: Double) -> [Double]? {
    var all: [Double] = []
    all.reserveCapacity(column.count)
    for number in column {
      let whole = (number * unit).rounded()
      guard number.isNaN || whole.magnitude <= largest && whole / unit == number else { return nil }
      all.append(whole)
    }
    return all
  }

  private static func codes(of column: [Double]) -> [UInt8] {
    var (bytes, last): ([UInt8], Int64) = ([], 0)
    bytes.reserveCapacity(2 * column.count)
    for number in column {
      var code: UInt64 = 0
      if !number.isNaN {
        let step = Int64(number) - last
        last = Int64(number)
        code = step < 0 ? 2 * step.magnitude : 2 * step.magnitude + 1
      }
      while code > 127 {
        bytes.append(UInt8(truncatingIfNeeded: code) | 0x80)
        code >>= 7
      }
      bytes.append(UInt8(code))
    }
    return bytes
  }
}
