/// Whether an estimator's innovations are as large as it expects them to be, and new every time.
///
/// For a filter whose model is right, innovations divided by their expected deviation have a mean
/// square of 1 and no autocorrelation (Mehra 1970; Bar-Shalom, Li, Kirubarajan 2001, section 5.4).
package struct ConsistencyScore: Sendable, Hashable {
  /// Mean of the squared normalised innovations: above 1 the noise is set too small.
  package var meanSquare: Double
  package var correlation: Double
  /// Share of the lags 1...20 whose autocorrelation is outside ±1.96/√n: 0.05 for white innovations.
  package var colouredShare: Double
  package var count: Int

  package static let lags = 20

  /// The score of the innovations of several recordings; `nil` when none has more than 50.
  package init?(_ runs: [Innovations]) {
    let long = runs.map(\.values).filter { $0.count > 50 }
    guard !long.isEmpty else { return nil }
    let total = long.reduce(0) { $0 + $1.count }
    let squares = long.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    let correlations = long.compactMap { try? Autocorrelation($0, maximumLag: Self.lags) }
    meanSquare = squares / Double(total)
    correlation = Statistics.mean(correlations.map { $0.coefficients[1] }) ?? 0
    colouredShare = Statistics.mean(correlations.map(\.shareOutside)) ?? 0
    count = total
  }
}
