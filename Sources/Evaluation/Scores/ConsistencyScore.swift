/// Whether an estimator's innovations are as large as it expects them to be, and new every time.
///
/// For a filter whose model is right, innovations divided by their expected deviation have a mean
/// square of 1 and no autocorrelation (Mehra 1970; Bar-Shalom, Li, Kirubarajan 2001, section 5.4).
public struct ConsistencyScore: Sendable, Hashable {
  /// Mean of the squared normalised innovations: above 1 the noise is set too small, below 1 too
  /// large.
  public var meanSquare: Double
  /// Autocorrelation of the normalised innovations at a lag of one reading.
  public var correlation: Double
  /// Share of the lags 1...20 whose autocorrelation is outside ±1.96/√n: 0.05 for white innovations.
  public var colouredShare: Double
  /// How many innovations.
  public var count: Int
}

extension ConsistencyScore {
  /// The longest lag that is looked at, in readings.
  public static let lags = 20

  /// The score of the innovations of several recordings; `nil` when none has more than 50.
  public init?(_ runs: [Innovations]) {
    let long = runs.map(\.values).filter { $0.count > 50 }
    guard !long.isEmpty else { return nil }
    let total = long.reduce(0) { $0 + $1.count }
    let squares = long.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    let correlations = long.map { autocorrelation(of: $0, lags: Self.lags) }
    var outside = 0
    for (values, correlation) in zip(long, correlations) {
      let limit = 1.96 / Double(values.count).squareRoot()
      outside += correlation.dropFirst().count { abs($0) > limit }
    }
    meanSquare = squares / Double(total)
    correlation = Statistics.mean(correlations.map { $0[1] }) ?? 0
    colouredShare = Double(outside) / Double(Self.lags * long.count)
    count = total
  }
}

/// Autocorrelation at the lags 0...`lags`, the mean taken off; 1 at lag 0.
func autocorrelation(of values: [Double], lags: Int) -> [Double] {
  let mean = Statistics.mean(values) ?? 0
  let centred = values.map { $0 - mean }
  let power = centred.reduce(0) { $0 + $1 * $1 }
  guard power > 0 else { return [1] + [Double](repeating: 0, count: lags) }
  return (0...lags).map { lag in
    zip(centred, centred.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / power
  }
}
