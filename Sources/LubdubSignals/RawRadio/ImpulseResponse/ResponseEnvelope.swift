/// The magnitude of an impulse response over time, with `factor` samples per tap.
public struct ResponseEnvelope: Sendable, Hashable {
  /// The magnitudes; number k is k / `factor` taps after the first tap.
  public let sizes: [Double]
  /// The number of samples per tap.
  public let factor: Int
  /// The noise of a tap, per component.
  public let noise: Double
  /// The place of the first tap in the receiver's accumulator.
  public let firstTap: Int
  let strongestTap: Int

  /// The largest magnitude.
  public var peak: Double { sizes.max() ?? 0 }

  /// The first possible sample of a first path: 60 taps before the strongest tap, after the taps that measure the noise.
  var start: Int { max(Accumulator.noiseTaps, strongestTap - 60) * factor }

  func tap(_ place: Double) -> Double { place / Double(factor) + Double(firstTap) }

  func crossing(of level: Double, upTo sample: Int) -> Double {
    guard sample > 0 else { return 0 }
    let (before, after) = (sizes[sample - 1], sizes[sample])
    guard after > before else { return Double(sample) }
    return Double(sample) - min(1, max(0, (after - level) / (after - before)))
  }
}
