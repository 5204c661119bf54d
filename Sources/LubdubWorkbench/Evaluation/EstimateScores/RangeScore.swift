internal import RealModule

/// The errors of distances, over the points with an answer, each point counting the same.
package struct RangeScore: Sendable, Hashable {
  package var count: Int
  package var answered: Double
  package var rootMeanSquare: Meters
  package var meanAbsolute: Meters
  /// Median of estimate - truth: positive is too far.
  package var medianBias: Meters
  package var median: Meters
  package var percentile95: Meters
  package var maximum: Meters
  /// Root of the mean square of log2(estimate / truth), both held above `logFloor`: 1 is a factor of two.
  package var logRatio: Double
  /// Share of the points where estimate / truth is within 1/2 ... 2, both held above `logFloor`. Exactly
  /// two is within, also where the division of decimals comes out above it.
  package var withinFactorTwo: Double
  /// Share of the 95 % intervals that hold the truth, ends included; `nil` where no answer has one.
  package var coverage: Double?
  /// Mean width of the 95 % interval; `nil` likewise.
  package var intervalWidth: Meters?
  /// Mean of ((estimate - truth) / standard deviation)²: 1 for an honest width, above it too narrow; `nil` likewise.
  package var normalizedSquare: Double?

  /// Distances below this count as this in ratios: nothing is ever twice as near as contact.
  package static let logFloor: Meters = 0.05

  /// A tolerance for the logarithm of a ratio: far above rounding errors, and far below the resolution of a radio.
  static let roundingError = 1e-9

  /// The score of a track; `nil` when it has no answer. An interval without width counts as none, unless `countsExact`.
  package init?(_ track: ScoredTrack, countsExact: Bool = false) {
    let answers = track.points.compactMap { point in
      point.estimate.map { (estimate: $0, truth: point.truth) }
    }
    let errors = answers.map { ($0.estimate.distance - $0.truth).value }
    let sizes = errors.map(abs).sorted()
    guard let largest = sizes.last, let bias = Statistics.median(errors) else { return nil }
    let total = Double(errors.count)
    let ratios = answers.map { Self.ratio($0.estimate.distance, $0.truth) }
    // An answer that states no interval has one without width.
    let wide = zip(errors, answers).filter { _, answer in
      answer.estimate.high > answer.estimate.low
        || countsExact && answer.estimate.high == answer.estimate.low
    }
    let squares = wide.filter { $1.estimate.high > $1.estimate.low }.map { error, answer in
      let normalized = error / max(answer.estimate.standardDeviation.value, 1e-9)
      return normalized * normalized
    }
    let held = wide.count { $1.truth >= $1.estimate.low && $1.truth <= $1.estimate.high }
    count = errors.count
    answered = total / Double(track.points.count)
    rootMeanSquare = Meters(Statistics.rootMeanSquare(errors) ?? 0)
    meanAbsolute = Meters(sizes.reduce(0, +) / total)
    medianBias = Meters(bias)
    median = Meters(Statistics.quantile(0.5, ofSorted: sizes) ?? 0)
    percentile95 = Meters(Statistics.quantile(0.95, ofSorted: sizes) ?? 0)
    maximum = Meters(largest)
    logRatio = Statistics.rootMeanSquare(ratios) ?? 0
    withinFactorTwo = Double(ratios.count { abs($0) <= 1 + Self.roundingError }) / total
    coverage = wide.isEmpty ? nil : Double(held) / Double(wide.count)
    intervalWidth = Statistics.mean(wide.map { ($1.estimate.high - $1.estimate.low).value })
      .map { Meters($0) }
    normalizedSquare = Statistics.mean(squares)
  }

  /// log2(estimate / truth), both held above the floor.
  static func ratio(_ estimate: Meters, _ truth: Meters) -> Double {
    Double.log2(max(estimate, logFloor).value / max(truth, logFloor).value)
  }

  /// The score as JSON: lengths in metres, shares from 0 to 1.
  package var json: JSONValue {
    .object([
      "count": .number(Double(count)), "answered": .number(answered),
      "rmse_m": .number(rootMeanSquare.value), "mae_m": .number(meanAbsolute.value),
      "bias_m": .number(medianBias.value), "p50_m": .number(median.value),
      "p95_m": .number(percentile95.value), "max_m": .number(maximum.value),
      "log2_rms": .number(logRatio), "within_factor_2": .number(withinFactorTwo),
      "coverage_95": .optional(coverage), "width_95_m": .optional(intervalWidth?.value),
      "normalized_square": .optional(normalizedSquare),
    ])
  }
}
