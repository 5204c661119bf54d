/// The size of an impulse response over time, with so many samples a tap.
public struct ResponseEnvelope: Sendable, Hashable {
  /// The sizes; number k stands k / `factor` taps behind the first tap.
  public let sizes: [Double]
  /// Samples of a tap.
  public let factor: Int
  /// The noise of a tap, per component.
  public let noise: Double
  /// The place of the first tap in the receiver's accumulator.
  public let firstTap: Int
  let strongestTap: Int

  /// The greatest size.
  public var peak: Double { sizes.max() ?? 0 }

  /// The first sample that a first path may lie at: 60 taps before the strongest tap, behind the taps
  /// that measure the noise.
  var start: Int { max(Accumulator.noiseTaps, strongestTap - 60) * factor }

  func tap(_ place: Double) -> Double { place / Double(factor) + Double(firstTap) }

  func crossing(of level: Double, upTo sample: Int) -> Double {
    guard sample > 0 else { return 0 }
    let (before, after) = (sizes[sample - 1], sizes[sample])
    guard after > before else { return Double(sample) }
    return Double(sample) - min(1, max(0, (after - level) / (after - before)))
  }
}

/// Makes the envelopes of accumulators of one size, with more samples than taps.
public struct EnvelopeInterpolation: ~Copyable {
  private var interpolation: ZeroPaddedInterpolation

  /// Prepares the transforms.
  ///
  /// - Parameters:
  ///   - count: Number of taps.
  ///   - factor: Samples of a tap; more than 4 add nothing (docs/results/raw-radio.md).
  /// - Throws: `SpectraError` when a number is out of range or there is no memory.
  public init(count: Int, factor: Int = 4) throws(SpectraError) {
    interpolation = try ZeroPaddedInterpolation(count: count, factor: factor)
  }

  /// Number of taps.
  public var count: Int { interpolation.count }

  /// The envelope; `nil` for an accumulator of another size.
  public mutating func envelope(of accumulator: Accumulator) -> ResponseEnvelope? {
    let taps = accumulator.taps
    guard taps.count == count else { return nil }
    return ResponseEnvelope(
      sizes: interpolation.interpolate(taps).map(\.magnitude), factor: interpolation.factor,
      noise: accumulator.noise, firstTap: accumulator.firstTap,
      strongestTap: accumulator.strongestTap)
  }
}
