/// The effect of a late truth on a bias. A lag causes an error of the lag times the rate of change of the distance. If walks
/// go both ways, the errors cancel. If all walks go one way, lag and bias cannot be separated, and the bias is as uncertain
/// as the lag.
package struct TruthLag: Sendable, Hashable {
  /// The part of the median error that the lag causes.
  package let shift: Meters
  /// The standard error of `shift`, which is also an uncertainty of the bias.
  package let error: Meters

  /// The prior deviation of the lag, in s. Unchecked truths are up to 0.2 s late.
  private static let usualLag = 0.15
  /// The time in s over which errors persist. The readings within this time count as one.
  private static let memory = 1.0

  /// Estimates a lag from errors in m at rates of change in m/s, over a duration in s. Ridge regression shrinks the lag
  /// toward zero.
  init(errors: [Double], rates: [Double], lasting duration: Double) {
    guard let mean = Statistics.mean(rates), let middle = Statistics.median(errors), mean != 0
    else {
      (shift, error) = (0, 0)
      return
    }
    let variance = max(1e-6, pow2(Statistics.robustDeviation(errors, around: middle)))
    let count = max(1, min(Double(errors.count), duration / Self.memory))
    let (sxx, sxy) = Statistics.moments(rates, errors)
    let share = count / Double(errors.count)
    let precision = sxx * share + variance / pow2(Self.usualLag)
    let lag = sxy * share / precision
    let steady = zip(errors, rates).map { $0 - lag * $1 }
    shift = Meters(middle - (Statistics.median(steady) ?? middle))
    error = Meters(mean.magnitude * (variance / precision).squareRoot())
  }

  /// The rates of change of a true distance, in m/s, each over half a second to either side; 0 if the rows are farther
  /// apart.
  static func rates(_ rows: [(time: Double, truth: Double)]) -> [Double] {
    var (first, last) = (0, 0)
    return rows.indices.map { index in
      let time = rows[index].time
      while rows[first].time < time - 0.5 { first += 1 }
      while last + 1 < rows.count, rows[last + 1].time <= time + 0.5 { last += 1 }
      let step = rows[last].time - rows[first].time
      return step > 0.25 ? (rows[last].truth - rows[first].truth) / step : 0
    }
  }
}

private func pow2(_ x: Double) -> Double { x * x }
