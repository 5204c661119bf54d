/// The median; of an even number of values the mean of the two in the middle. `nil` of none.
func median(_ values: [Double]) -> Double? {
  quantile(values, 0.5)
}

/// The quantile between the two nearest values, linearly interpolated; `nil` of no values.
func quantile(_ values: [Double], _ share: Double) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let position = share * Double(sorted.count - 1)
  let index = Int(position)
  guard index + 1 < sorted.count else { return sorted[index] }
  let fraction = position - Double(index)
  return sorted[index] + fraction * (sorted[index + 1] - sorted[index])
}

/// The robust standard deviation around a center: 1.4826 times the median absolute deviation.
func robustDeviation(_ values: [Double], around center: Double) -> Double {
  1.4826 * (median(values.map { ($0 - center).magnitude }) ?? 0)
}

/// The mean; `nil` of no values.
func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
