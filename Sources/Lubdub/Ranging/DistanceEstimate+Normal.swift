internal import RealModule

extension DistanceEstimate {
  /// Returns the estimate of a normal posterior in meters. The deviation of the estimate is never below the short-term
  /// deviation. The interval of the estimate is the interval of the part of the posterior above zero, because no distance is
  /// negative. If the true distance may be zero, such as the distance of two receivers at one place, the interval reaches
  /// down to zero.
  package static func normal(
    time: Double, distance: Double, variance: Double, shortTermVariance: Double, velocity: Double?,
    radio: Radio, status: DistanceEstimate.Status, mayBeZero: Bool = false,
    spread: RangeSpread = RangeSpread()
  ) -> DistanceEstimate {
    let deviation = max(variance, shortTermVariance, 0).squareRoot()
    let median = max(distance, 0)
    let reach = NormalDistribution.quantile95 * deviation
    let interval =
      mayBeZero
      ? (low: max(median - reach, 0), high: median + reach)
      : NormalDistribution.interval95(aboveZero: median, deviation)
    return DistanceEstimate(
      time: Seconds(time), distance: Meters(median), standardDeviation: Meters(deviation),
      low: Meters(interval.low), high: Meters(interval.high),
      velocity: velocity.map { MetersPerSecond($0) }, radio: radio, status: status, shape: .normal,
      shortTermDeviation: max(shortTermVariance, 0).squareRoot(), spread: spread)
  }

  package static func logNormal(
    time: Double, logDistance: Double, variance: Double, lasting: Double = 0, radio: Radio,
    status: DistanceEstimate.Status, nearness: Nearness? = nil, modes: Modes? = nil,
    isLevelKnown: Bool = true
  ) -> DistanceEstimate {
    let shortTerm = max(variance, 0).squareRoot()
    let deviation = max(variance + lasting, 0).squareRoot()
    let median = Double.exp(logDistance)
    let factor = Double.exp(NormalDistribution.quantile95 * deviation)
    var estimate = DistanceEstimate(
      time: Seconds(time), distance: Meters(median),
      standardDeviation: Meters(spread(ofLogNormal: median, deviation)),
      low: Meters(nearness?.isNear == true ? 0 : median / factor), high: Meters(median * factor),
      velocity: nil, radio: radio, status: status, shape: .logNormal,
      shortTermDeviation: shortTerm, nearness: nearness, modes: modes)
    estimate.isLevelKnown = isLevelKnown
    return estimate
  }

  /// Returns the standard deviation of a log-normal distribution: median exp(P/2) sqrt(exp(P) - 1).
  package static func spread(ofLogNormal median: Double, _ deviation: Double) -> Double {
    let growth = Double.exp(deviation * deviation)
    return median * (growth * (growth - 1)).squareRoot()
  }
}
