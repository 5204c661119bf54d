/// Measures of intervals. Definitions differ between programs, so each measure states its own.
package struct TimeDomain: Sendable, Hashable {
  package let count: Int
  package let mean: Milliseconds
  package let median: Milliseconds
  package let shortest: Milliseconds
  package let longest: Milliseconds
  /// The mean of 60000 / RR, in beats per minute, and not 60000 / mean RR.
  package let heartRate: Double
  /// The standard deviation of the intervals, over n - 1; `nil` for fewer than two intervals.
  package let sdnn: Milliseconds?
  /// The root mean square of the differences between neighbors; `nil` if there are no differences.
  package let rmssd: Milliseconds?
  /// The standard deviation of the differences between neighbors, over n - 1; `nil` for fewer than two differences.
  package let sdsd: Milliseconds?
  /// The percentage of differences between neighbors beyond ±50 ms; `nil` if there are no differences.
  package let pnn50: Double?
  /// The width of the Poincaré plot of neighbors: SD1² = SDSD² / 2.
  package let sd1: Milliseconds?
  /// The length of the Poincaré plot of neighbors: SD2² = 2 SDNN² - SDSD² / 2; `nil` also if this square is negative.
  package let sd2: Milliseconds?

  /// The measures of a series; `nil` if there are no intervals.
  package init?(_ series: RRSeries) {
    let lengths = series.lengths
    guard let mean = Statistics.mean(lengths), let shortest = lengths.min(),
      let longest = lengths.max(), let median = Statistics.median(lengths)
    else { return nil }
    let differences = series.differences
    count = lengths.count
    self.mean = Milliseconds(mean)
    self.median = Milliseconds(median)
    self.shortest = Milliseconds(shortest)
    self.longest = Milliseconds(longest)
    heartRate = lengths.reduce(0) { $0 + 60_000 / $1 } / Double(lengths.count)
    let (deviation, stepDeviation) = (
      Statistics.sampleDeviation(lengths), Statistics.sampleDeviation(differences)
    )
    sdnn = deviation.map { Milliseconds($0) }
    rmssd = Statistics.rootMeanSquare(differences).map { Milliseconds($0) }
    sdsd = stepDeviation.map { Milliseconds($0) }
    pnn50 =
      differences.isEmpty
      ? nil : 100 * Double(differences.count { abs($0) > 50 }) / Double(differences.count)
    sd1 = stepDeviation.map { Milliseconds(($0 * $0 / 2).squareRoot()) }
    var square: Double?
    if let deviation, let stepDeviation {
      square = 2 * deviation * deviation - stepDeviation * stepDeviation / 2
    }
    sd2 = square.flatMap { $0 >= 0 ? Milliseconds($0.squareRoot()) : nil }
  }
}
