public import Lubdub
internal import RealModule

/// The power of values at uneven times over an even grid of frequencies.
///
/// N. R. Lomb, "Least-squares frequency analysis of unequally spaced data", Astrophysics and Space Science 39
/// (1976), and J. D. Scargle (1982): half the sum of the squared projections on a cosine and a sine, each over its
/// own norm, with the times shifted so that both are orthogonal. Not normalised.
///
/// The sines come from rotations: one of each time and one of its step are computed, the others are products. After
/// 400 frequencies the error is below 1e-12.
public struct LombScargle: Sendable, Hashable {
  /// The frequencies.
  public let frequencies: [Hertz]
  /// The power at each frequency, in the square of the values' unit.
  public let power: [Double]

  /// The periodogram of some values.
  ///
  /// - Parameters:
  ///   - times: In seconds, in any order.
  ///   - values: As many; their mean should be 0.
  ///   - lowest: The first frequency in hertz; positive.
  ///   - spacing: From one frequency to the next in hertz; positive.
  ///   - count: How many frequencies, 1...2^20.
  /// - Throws: `SpectraError` when there are no values, fewer values than times, or a setting is out of its range.
  public init(
    times: [Double], values: [Double], from lowest: Double, spacing: Double, count: Int
  ) throws(SpectraError) {
    try SpectraError.require(values.count, in: 1...Int.max, "number of values")
    try SpectraError.require(times.count, in: values.count...values.count, "number of times")
    try SpectraError.require(lowest, in: 1e-12...1e12, "lowest frequency")
    try SpectraError.require(spacing, in: 1e-12...1e12, "spacing")
    try SpectraError.require(count, in: 1...1 << 20, "number of frequencies")
    var sums = [Sums](repeating: Sums(), count: count)
    var start = 0
    while start < times.count {
      let lanes = Lanes(times, values, from: start, lowest: lowest, spacing: spacing)
      lanes.add(to: &sums)
      start += Lane.scalarCount
    }
    frequencies = (0..<count).map { Hertz(lowest + Double($0) * spacing) }
    power = sums.map { $0.power(of: Double(values.count)) }
  }
}

private typealias Lane = SIMD8<Double>

private struct Lanes {
  var values = Lane(repeating: 0)
  /// 1 for a value, 0 beyond the last one.
  var weights = Lane(repeating: 0)
  var cosines = Lane(repeating: 1)
  var sines = Lane(repeating: 0)
  var stepCosines = Lane(repeating: 1)
  var stepSines = Lane(repeating: 0)

  init(_ times: [Double], _ values: [Double], from start: Int, lowest: Double, spacing: Double) {
    for lane in 0..<min(Lane.scalarCount, times.count - start) {
      let angle = 2 * .pi * times[start + lane]
      self.values[lane] = values[start + lane]
      weights[lane] = 1
      cosines[lane] = Double.cos(angle * lowest)
      sines[lane] = Double.sin(angle * lowest)
      stepCosines[lane] = Double.cos(angle * spacing)
      stepSines[lane] = Double.sin(angle * spacing)
    }
  }

  func add(to sums: inout [Sums]) {
    var (cosines, sines) = (cosines, sines)
    for index in sums.indices {
      sums[index].cosine += values * cosines
      sums[index].sine += values * sines
      let weighted = weights * cosines
      sums[index].squares += weighted * cosines
      sums[index].products += weighted * sines
      let turned = cosines * stepCosines - sines * stepSines
      sines = sines * stepCosines + cosines * stepSines
      cosines = turned
    }
  }
}

private struct Sums {
  /// Of value · cos.
  var cosine = Lane(repeating: 0)
  var sine = Lane(repeating: 0)
  var squares = Lane(repeating: 0)
  /// Of cos · sin.
  var products = Lane(repeating: 0)

  func power(of count: Double) -> Double {
    // Of cos 2ωt and sin 2ωt; their angle is that of 2ωτ, Lomb's shift.
    let double = (2 * squares.sum() - count, 2 * products.sum())
    let length = (double.0 * double.0 + double.1 * double.1).squareRoot()
    let turn = Double.atan2(y: double.1, x: double.0) / 2
    let (cosine, sine) = (Double.cos(turn), Double.sin(turn))
    let onCosine = self.cosine.sum() * cosine + self.sine.sum() * sine
    let onSine = self.sine.sum() * cosine - self.cosine.sum() * sine
    let (cosineNorm, sineNorm) = ((count + length) / 2, (count - length) / 2)
    // All times alike: there is no sine to project on.
    let sinePart = sineNorm > 1e-9 * count ? onSine * onSine / sineNorm : 0
    return (onCosine * onCosine / cosineNorm + sinePart) / 2
  }
}
