/// Whether an estimator's innovations have the expected size and are uncorrelated.
///
/// For a filter with the right model, innovations divided by their expected deviation have a mean square of 1 and no
/// autocorrelation (Mehra 1970; Bar-Shalom, Li, and Kirubarajan 2001, section 5.4).
package struct ConsistencyScore: Sendable, Hashable {
  /// The mean square of the normalized innovations. Above 1, the filter's noise is too small.
  package var meanSquare: Double
  package var correlation: Double
  /// The share of the lags 1...20 with an autocorrelation outside ±1.96/√n; 0.05 for white innovations.
  package var colouredShare: Double
  package var count: Int

  package static let lags = 20

  /// The score of the innovations of several recordings; `nil` if no recording has more than 50 innovations.
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
