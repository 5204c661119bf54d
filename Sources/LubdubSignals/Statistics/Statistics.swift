/// Summaries of numbers; `nil` if there are no numbers.
package enum Statistics {
  package static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  package static func rootMeanSquare(_ values: [Double]) -> Double? {
    mean(values.map { $0 * $0 })?.squareRoot()
  }

  /// The standard deviation of a sample, over n - 1; `nil` for fewer than two numbers.
  public static func sampleDeviation(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// The value below which a share of the numbers lies, interpolated between neighbors (Hyndman and Fan 1996, definition 7:
  /// the method of numpy and R). `nil` if there are no numbers.
  package static func quantile(_ share: Double, ofSorted sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let place = share * Double(sorted.count - 1)
    let index = Int(place.rounded(.down))
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
  }

  package static func quantile(_ share: Double, of values: [Double]) -> Double? {
    quantile(share, ofSorted: values.sorted())
  }

  package static func median(_ values: [Double]) -> Double? { quantile(0.5, of: values) }

  /// A standard deviation that is robust to gross errors: 1.4826 times the median distance from the median.
  package static func robustDeviation(_ values: [Double]) -> Double? {
    median(values).map { robustDeviation(values, around: $0) }
  }

  /// The robust standard deviation around a known center: 1.4826 times the median distance from the center; 0 if there are
  /// no numbers.
  package static func robustDeviation(_ values: [Double], around center: Double) -> Double {
    1.4826 * (median(values.map { abs($0 - center) }) ?? 0)
  }

  /// Centered sums of squares and products: the sum of (x - mean)² and the sum of (x - mean)(y - mean); both sums are 0 if
  /// there are no numbers.
  package static func moments(_ x: [Double], _ y: [Double]) -> (sxx: Double, sxy: Double) {
    guard let meanX = mean(x), let meanY = mean(y) else { return (0, 0) }
    var sxx = 0.0
    var sxy = 0.0
    for (left, right) in zip(x, y) {
      sxx += (left - meanX) * (left - meanX)
      sxy += (left - meanX) * (right - meanY)
    }
    return (sxx, sxy)
  }
}
