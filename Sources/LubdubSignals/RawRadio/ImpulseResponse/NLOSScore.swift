internal import RealModule

/// The similarity of an impulse response to the response of a path without line of sight: 0 for not similar, 1 for very
/// similar.
///
/// The mean of five features, each on a linear scale that is clamped to 0...1. It excludes received power, because in one
/// flat, power would only reflect the distance of the other end.
public struct NLOSScore: Sendable, Hashable {
  /// The power of the first path below the strongest tap, in decibels, as 0...1.
  public let firstPathBelowPeak: Double
  /// The power of the first path above the noise, as 0...1.
  public let firstPathAboveNoise: Double
  /// The kurtosis of the taps from the first path on.
  public let kurtosis: Double
  /// The share of the first taps in the energy.
  public let energyShare: Double
  /// The mean delay after the first path.
  public let meanDelay: Double

  /// The score, from 0 to 1: the mean of the features.
  public var value: Double {
    (firstPathBelowPeak + firstPathAboveNoise + kurtosis + energyShare + meanDelay) / 5
  }

  /// Scores a response; `nil` if there are fewer than 2 taps before the first path or at most 80 taps after it, if the
  /// first path has no power, or if there is no noise for the comparison.
  ///
  /// - Parameters:
  ///   - accumulator: The response.
  ///   - firstPath: The place of the first path in the receiver's accumulator, in taps.
  public init?(_ accumulator: Accumulator, firstPath: Double) {
    let sizes = accumulator.taps.map(\.magnitude)
    let noise = accumulator.noise
    let place = firstPath - Double(accumulator.firstTap)
    guard noise > 0, place >= 2, place < Double(sizes.count) - 80 else { return nil }
    let first = Int(place)
    let powers = sizes.map { max($0 * $0 - 2 * noise * noise, 0) }
    let head = sizes[first...first + 3].max() ?? 0
    let peak = sizes.max() ?? 0
    let early = powers[(first - 1)...(first + 5)].reduce(0, +)
    let whole = powers[(first - 1)..<min(powers.count, first + 99)].reduce(0, +)
    guard head > 0, early > 0 else { return nil }
    firstPathBelowPeak = Self.scale(20 * .log10(head / peak), from: 0, to: -9)
    firstPathAboveNoise = Self.scale(
      20 * .log10(head / (noise * 2.0.squareRoot())), from: 42, to: 28)
    kurtosis = Self.scale(Self.kurtosis(sizes[(first - 2)...(first + 77)]), from: 12, to: 5)
    energyShare = Self.scale(10 * .log10(early / whole), from: -1.5, to: -9)
    meanDelay = Self.scale(Self.meanDelay(powers[(first - 2)...(first + 77)]), from: 7, to: 17)
  }

  private static func scale(_ value: Double, from low: Double, to high: Double) -> Double {
    min(1, max(0, (value - low) / (high - low)))
  }

  private static func kurtosis(_ sizes: ArraySlice<Double>) -> Double {
    let count = Double(sizes.count)
    let mean = sizes.reduce(0, +) / count
    let square = sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let fourth = sizes.reduce(0) { $0 + .pow($1 - mean, 4) } / count
    return square > 0 ? fourth / (square * square) : 0
  }

  /// The mean delay in taps from the first tap of the slice.
  private static func meanDelay(_ powers: ArraySlice<Double>) -> Double {
    let sum = powers.reduce(0, +)
    guard sum > 0 else { return 0 }
    return powers.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / sum
  }
}
