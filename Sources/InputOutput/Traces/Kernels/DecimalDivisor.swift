import CTraceText
import Text

/// Powers of ten by which 64-bit integers are divided exactly, without a division.
///
/// A quotient of 64 bits and whether anything is left of it are all that a correctly rounded double needs.
/// They come from a multiplication by the reciprocal and a correction: N. Möller and T. Granlund, "Improved
/// division by invariant integers" (2011), algorithm 4. No case is undecided, so that nothing is left to a
/// slower method, as it would be with the truncated products of Eisel and Lemire.
enum DecimalDivisor {
  /// The divisors for 0 to 27 decimals, the last one up to 31: 5²⁷ is the highest power below 2⁶⁴.
  static let all: [text_divisor] = (0...31).map { divisor(places: min($0, 27)) }

  private static func divisor(places: Int) -> text_divisor {
    let power = (0..<places).reduce(1 as UInt64) { power, _ in power * 5 }
    let shift = power.leadingZeroBitCount
    let divisor = power << UInt64(shift)
    // (2¹²⁸ - 1) / divisor, less 2⁶⁴.
    let reciprocal = divisor.dividingFullWidth((.max - divisor, .max)).quotient
    return text_divisor(
      divisor: divisor, reciprocal: reciprocal, exponent: Int64(places - shift),
      power: DecimalNumber.powersOfTen[min(places, 22)])
  }
}
