/// The effect of a late truth on a bias: an error of the lag times the rate of change of the distance, no bias where walks go
/// both ways. Where all go one way, lag and bias cannot be separated, and the bias is as uncertain as the lag.
package struct TruthLag: Sendable, Hashable {
  /// The lag's part of the median error, not a bias.
  package let shift: Meters
  /// Standard error of that: how wrong the bias may be, too.
  package let error: Meters

  /// Truths are late by up to 0.2 s where nobody has looked: one deviation before any reading, in s.
  private static let usualLag = 0.15
  /// Errors stay alike for so long, in s: the readings of this time count as one.
  private static let memory = 1.0

  /// A lag by errors, in m, at rates of change, in m/s, over a time, in s. It is shrunk towards none (ridge).
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

  /// The rates of change of a true distance, in m/s, each over half a second to either side; 0 where rows are farther
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
