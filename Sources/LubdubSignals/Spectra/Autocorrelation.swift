/// The similarity of a signal to itself some samples later.
public struct Autocorrelation: Sendable, Hashable {
  /// The coefficient of each lag, from lag 0, whose coefficient is 1: the biased estimate, as used for tests. All
  /// coefficients are 0 if the signal doesn't vary.
  public let coefficients: [Double]
  /// The number of samples of the signal.
  public let count: Int

  /// Computes the autocorrelation of a signal about its mean.
  ///
  /// - Throws: `SpectraError` if there are fewer than two samples or no lag is left.
  public init(_ samples: [Double], maximumLag: Int) throws(SpectraError) {
    try SpectraError.require(samples.count, in: 2...1 << 26, "number of samples")
    try SpectraError.require(maximumLag, in: 1...samples.count - 1, "maximum lag")
    count = samples.count
    let mean = samples.reduce(0, +) / Double(count)
    // Zeros after the signal prevent its end from wrapping around to its start.
    var transform = try RealFFT(count: FastLength.next(count + maximumLag))
    for index in samples.indices { unsafe transform.samples[index] = samples[index] - mean }
    transform.forward()
    for index in 0..<transform.binCount {
      let bin = unsafe transform.bins[index]
      unsafe transform.bins[index] = (bin.0 * bin.0 + bin.1 * bin.1, 0)
    }
    transform.inverse()
    let zero = unsafe transform.samples[0]
    let scale = zero > 0 ? 1 / zero : 0
    coefficients = (0...maximumLag).map { unsafe transform.samples[$0] * scale }
  }

  /// The share of the lags above 0 whose coefficient is outside ±1.96/√n: about 0.05 for white noise.
  public var shareOutside: Double {
    let bound = 1.96 / Double(count).squareRoot()
    let outside = coefficients.dropFirst().count { abs($0) > bound }
    return Double(outside) / Double(coefficients.count - 1)
  }
}

/// Lengths with a fast transform: products of 2, 3, and 5.
enum FastLength {
  static func next(_ count: Int) -> Int {
    (max(1, count)...).first(where: isFast) ?? count
  }

  private static func isFast(_ count: Int) -> Bool {
    var rest = count
    for factor in [2, 3, 5] {
      while rest % factor == 0 { rest /= factor }
    }
    return rest == 1
  }
}
