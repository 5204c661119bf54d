/// The ratio between actual errors and the errors that devices state.
package enum AccuracyScale {
  /// A measured range between two positions, its truth, and the stated deviation of one axis.
  package typealias Sample = (range: Meters, truth: Meters, deviation: Meters)

  /// The factor on the stated deviations that fits the errors best; `nil` if fewer than ten samples have a positive
  /// deviation, or if no sample has an error.
  ///
  /// The mean of (range - truth)² is s² σ² far away and 2 s² σ² at truth 0. Between them, Rice's distribution gives 2 (1 +
  /// a² - a m(a)) s² σ², with a = truth / s σ and the mean m of the distribution. Because a depends on s, an iteration finds
  /// a and s.
  package static func fit(_ samples: [Sample]) -> Double? {
    let usable = samples.filter { $0.deviation.value > 0 }
    guard usable.count >= 10 else { return nil }
    let found = usable.reduce(0) { sum, sample in
      let error = (sample.range - sample.truth).value / sample.deviation.value
      return sum + error * error
    }
    guard found > 0, found.isFinite else { return nil }
    var scale = (found / Double(usable.count)).squareRoot()
    for _ in 0..<10 {
      let expected = usable.reduce(0) { sum, sample in
        sum + spread(sample.truth.value / (scale * sample.deviation.value))
      }
      scale = (found / expected).squareRoot()
    }
    return scale
  }

  /// The mean square of the error of a measured distance, in squared deviations, at a true distance in deviations.
  private static func spread(_ a: Double) -> Double {
    guard a < 30 else { return 1 }
    let mean = RiceDistribution.mean(true: Meters(a), deviation: 1).value
    return 2 * (1 + a * a - a * mean)
  }
}
