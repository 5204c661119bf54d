/// The exponential mean per sample, k = 2 / (n + 1), whatever the time between samples:
/// arduino-dw1000 with n = 15.
package struct ExponentialMean: Smoother {
  package let samples: Int
  private var mean: Double?

  /// A mean over about `samples` samples.
  package init(samples: Int = 15) { self.samples = samples }

  package mutating func smooth(_ value: Double, at time: Double) -> Double {
    let old = mean ?? value
    let new = old + 2 / Double(samples + 1) * (value - old)
    mean = new
    return new
  }
}
