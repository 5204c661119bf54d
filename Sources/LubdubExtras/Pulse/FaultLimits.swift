/// What is usual around each interval: the limits that a fault exceeds. All in milliseconds.
struct FaultLimits {
  /// Each interval minus the one before; the first is the mean of the others.
  let steps: [Double]
  let stepLimits: [Double]
  let medians: [Double]
  /// Each interval minus the median around it, doubled when negative.
  let offsets: [Double]
  let offsetLimits: [Double]

  /// How many quartile deviations a limit is.
  private static let factor = 5.2
  /// Intervals on each side that a limit is taken from: 91 in all.
  private static let limitReach = 45
  /// Intervals on each side that a median is taken from: 11 in all.
  private static let medianReach = 5
  /// No limit is smaller: hearts and clocks are no metronomes. Ours; the paper has none.
  private static let least = 10.0

  init(_ lengths: [Double]) {
    var steps = lengths.indices.map { $0 > 0 ? lengths[$0] - lengths[$0 - 1] : 0 }
    if !steps.isEmpty { steps[0] = Statistics.mean(Array(steps.dropFirst())) ?? 0 }
    self.steps = steps
    stepLimits = Self.limits(steps)
    medians = Self.medians(lengths)
    offsets = zip(lengths, medians).map { length, median in
      length < median ? 2 * (length - median) : length - median
    }
    offsetLimits = Self.limits(offsets)
  }

  private static func limits(_ values: [Double]) -> [Double] {
    var window = SlidingWindow(values.map { abs($0) }, reach: limitReach)
    return values.indices.map { index in
      window.move(to: index)
      let low = Statistics.quantile(0.25, ofSorted: window.numbers) ?? 0
      let high = Statistics.quantile(0.75, ofSorted: window.numbers) ?? 0
      return max(least, factor * (high - low) / 2)
    }
  }

  private static func medians(_ values: [Double]) -> [Double] {
    var window = SlidingWindow(values, reach: medianReach)
    return values.indices.map { index in
      window.move(to: index)
      return Statistics.quantile(0.5, ofSorted: window.numbers) ?? values[index]
    }
  }
}
