/// The limits that faults exceed, computed from the surrounding intervals. All values are in milliseconds.
struct FaultLimits {
  /// Each interval minus the previous interval. The first value is the mean of the other values.
  let steps: [Double]
  let stepLimits: [Double]
  let medians: [Double]
  /// Each interval minus the surrounding median. Negative values are doubled.
  let offsets: [Double]
  let offsetLimits: [Double]

  /// The number of quartile deviations in a limit.
  private static let factor = 5.2
  /// The number of intervals on each side for a limit, 91 in total.
  private static let limitReach = 45
  /// The number of intervals on each side for a median, 11 in total.
  private static let medianReach = 5
  /// The smallest limit, because hearts and clocks are not perfectly regular. This limit is Lubdub's own; the paper has no
  /// such limit.
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
