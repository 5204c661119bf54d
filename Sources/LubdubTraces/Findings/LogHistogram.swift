/// Counts of magnitudes in bins of equal ratio: quantiles of any number of values in constant memory.
///
/// A bin spans 1/32 of an octave and returns the first value that fell into it, so a quantile is at most 2.2% off, and exact
/// for values that repeat. Magnitudes below 2⁻³² count as 0, and magnitudes above 2³² as the largest.
struct LogHistogram: Sendable {
  private struct Bin: Sendable {
    var first: Double
    var count: Int
  }

  private static let size = 64 * 32
  /// The place of 2⁻³² among the top bits of all doubles.
  private static let lowest = (1023 - 32) * 32

  private var bins: [Bin] = []
  private(set) var count = 0

  mutating func add(_ value: Double) {
    if bins.isEmpty { bins = [Bin](repeating: Bin(first: 0, count: 0), count: Self.size) }
    // The exponent and the five highest bits of the fraction.
    let place = Int(truncatingIfNeeded: value.bitPattern &>> 47) &- Self.lowest
    let bin = place < 0 ? 0 : place < Self.size ? place : Self.size - 1
    unsafe bins.withUnsafeMutableBufferPointer { bins in
      if unsafe bins[bin].count == 0 { unsafe bins[bin].first = bin == 0 ? 0 : value }
      unsafe bins[bin].count &+= 1
    }
    count &+= 1
  }

  /// The value below which a share of all values lies; 0 if there are no values.
  func quantile(_ share: Double) -> Double {
    var rest = Int(share * Double(max(0, count - 1)))
    for bin in bins {
      rest -= bin.count
      if rest < 0 { return bin.first }
    }
    return 0
  }

  var median: Double { quantile(0.5) }

  /// The number of values in a closed range, to the resolution of a bin.
  func count(in range: ClosedRange<Double>) -> Int {
    bins.reduce(0) { $1.count > 0 && range.contains($1.first) ? $0 + $1.count : $0 }
  }
}
