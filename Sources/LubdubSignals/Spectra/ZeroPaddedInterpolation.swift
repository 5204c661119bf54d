/// Finer samples of a band-limited complex signal: zeros are put between the two halves of its
/// spectrum.
///
/// The signal counts as one turn of a circle. That is exact for a whole accumulator; a window cut out
/// of a longer signal rings a little at both ends.
public struct ZeroPaddedInterpolation: ~Copyable {
  /// Number of samples that go in.
  public let count: Int
  /// How many samples come out for each that goes in.
  public let factor: Int
  private var coarse: ComplexFFT
  private var fine: ComplexFFT

  /// Prepares the transforms.
  ///
  /// - Throws: `SpectraError` when `factor` is not in 1...1024, or as `ComplexFFT` does.
  public init(count: Int, factor: Int) throws(SpectraError) {
    try SpectraError.require(factor, in: 1...1024, "interpolation factor")
    let coarse = try ComplexFFT(count: count)
    let fine = try ComplexFFT(count: count * factor)
    self.coarse = coarse
    self.fine = fine
    self.count = count
    self.factor = factor
  }

  /// The finer samples.
  ///
  /// - Parameter samples: `count` samples.
  /// - Returns: `count` · `factor` samples; number k · `factor` is sample k of the input.
  public mutating func interpolate(_ samples: [Complex]) -> [Complex] {
    precondition(samples.count == count, "the number of samples is the interpolation's length")
    guard factor > 1 else { return samples }
    coarse.load(samples)
    coarse.forward()
    fine.clear()
    let scale = 1 / Double(count)
    let fineCount = count * factor
    for bin in 0..<(count + 1) / 2 { fine[bin] = coarse[bin] * scale }
    for bin in (count / 2 + 1)..<max(count, count / 2 + 1) {
      fine[fineCount - count + bin] = coarse[bin] * scale
    }
    if count.isMultiple(of: 2) {
      // The bin in the middle belongs to both halves.
      let middle = coarse[count / 2] * (scale / 2)
      fine[count / 2] = middle
      fine[fineCount - count / 2] = middle
    }
    fine.inverse()
    return (0..<fineCount).map { fine[$0] }
  }
}
