package import JSON
internal import Quantities

extension RangeScore {
  /// The score as JSON: lengths in metres, shares from 0 to 1.
  package var json: JSONValue {
    .object([
      "count": .number(Double(count)), "answered": .number(answered),
      "rmse_m": .number(rootMeanSquare.value), "mae_m": .number(meanAbsolute.value),
      "bias_m": .number(medianBias.value), "p50_m": .number(median.value),
      "p95_m": .number(percentile95.value), "max_m": .number(maximum.value),
      "log2_rms": .number(logRatio), "within_factor_2": .number(withinFactorTwo),
      "coverage_95": .number(coverage), "width_95_m": .number(intervalWidth.value),
      "normalized_square": .number(normalizedSquare),
    ])
  }
}
