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
