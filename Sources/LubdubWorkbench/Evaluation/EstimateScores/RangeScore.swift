internal import RealModule

/// The errors of distances over the points with an answer, with equal weights.
package struct RangeScore: Sendable, Hashable {
  package var count: Int
  package var answered: Double
  package var rootMeanSquare: Meters
  package var meanAbsolute: Meters
  /// The median of estimate minus truth, positive if the estimates are too far.
  package var medianBias: Meters
  package var median: Meters
  package var percentile95: Meters
  package var maximum: Meters
  /// The root mean square of log2(estimate / truth), with `logFloor` as the lower limit of both distances: 1 means a factor
  /// of two.
  package var logRatio: Double
  /// The share of points whose ratio of estimate to truth is within 1/2 ... 2, with `logFloor` as the lower limit of both
  /// distances. A ratio of exactly two counts as within, even if the division of decimals gives slightly more.
  package var withinFactorTwo: Double
  /// The share of 95% intervals that contain the truth, ends included; `nil` if no answer has an interval.
  package var coverage: Double?
  /// The mean width of the 95% interval; `nil` if no answer has an interval.
  package var intervalWidth: Meters?
  /// The mean of ((estimate - truth) / standard deviation)²: 1 for correct widths, more for intervals that are too narrow;
  /// `nil` if no answer has an interval.
  package var normalizedSquare: Double?

  /// The lower limit of distances in ratios, so that distances near contact do not give large ratios.
  package static let logFloor: Meters = 0.05

  /// A tolerance for the logarithm of a ratio. It is far above rounding errors and far below the resolution of a radio.
  static let roundingError = 1e-9

  /// The score of a track; `nil` if there are no answers. An interval of width zero counts as no interval, unless
  /// `countsExact` is set.
  package init?(_ track: ScoredTrack, countsExact: Bool = false) {
    let answers = track.points.compactMap { point in
      point.estimate.map { (estimate: $0, truth: point.truth) }
    }
    let errors = answers.map { ($0.estimate.distance - $0.truth).value }
    let sizes = errors.map(abs).sorted()
    guard let largest = sizes.last, let bias = Statistics.median(errors) else { return nil }
    let total = Double(errors.count)
    let ratios = answers.map { Self.ratio($0.estimate.distance, $0.truth) }
    // An answer without a stated interval has an interval of width zero.
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

  /// The value of log2(estimate / truth), with `logFloor` as the lower limit of both distances.
  static func ratio(_ estimate: Meters, _ truth: Meters) -> Double {
    Double.log2(max(estimate, logFloor).value / max(truth, logFloor).value)
  }

  /// The score as JSON, with lengths in m and shares from 0 to 1.
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
