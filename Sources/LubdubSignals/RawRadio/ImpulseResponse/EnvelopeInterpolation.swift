/// Computes the envelopes of accumulators of one size, with more samples than taps: it inserts zeros between the two halves
/// of the spectrum.
///
/// The taps count as one turn of a circle. This is exact for a whole accumulator; a window of a longer accumulator rings
/// slightly at both ends.
public struct EnvelopeInterpolation: ~Copyable {
  /// The number of taps.
  public let count: Int
  private let factor: Int
  private var coarse: ComplexFFT
  private var fine: ComplexFFT

  /// Prepares the transforms.
  ///
  /// - Parameters:
  ///   - count: The number of taps.
  ///   - factor: The number of samples per tap, 1...1024; more than 4 add nothing (docs/results/raw-radio.md).
  /// - Throws: `SpectraError` if a number is out of range or memory runs out.
  public init(count: Int, factor: Int = 4) throws(SpectraError) {
    try SpectraError.require(factor, in: 1...1024, "interpolation factor")
    let coarse = try ComplexFFT(count: count)
    let fine = try ComplexFFT(count: count * factor)
    (self.count, self.factor) = (count, factor)
    self.coarse = coarse
    self.fine = fine
  }

  /// The envelope; `nil` for an accumulator of another size.
  public mutating func envelope(of accumulator: Accumulator) -> ResponseEnvelope? {
    guard accumulator.taps.count == count else { return nil }
    return ResponseEnvelope(
      sizes: interpolate(accumulator.taps).map(\.magnitude), factor: factor,
      noise: accumulator.noise, firstTap: accumulator.firstTap,
      strongestTap: accumulator.strongestTap)
  }

  /// The finer samples: number k · `factor` is sample k of the input.
  mutating func interpolate(_ samples: [Complex]) -> [Complex] {
    guard factor > 1 else { return samples }
    coarse.load(samples)
    coarse.forward()
    fine.clear()
    for bin in 0..<count {
      // The bin in the middle belongs to both halves.
      let value = coarse[bin] * ((2 * bin == count ? 0.5 : 1) / Double(count))
      if 2 * bin <= count { fine[bin] = value }
      if 2 * bin >= count { fine[fine.count - count + bin] = value }
    }
    fine.inverse()
    return (0..<fine.count).map { fine[$0] }
  }
}
