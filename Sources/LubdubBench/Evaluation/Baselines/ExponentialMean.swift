/// The exponential mean per sample, k = 2 / (n + 1), whatever the time between samples:
/// arduino-dw1000 with n = 15.
struct ExponentialMean: Smoother {
  private var mean: Double?

  private static let samples = 15.0

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let old = mean ?? value
    let new = old + 2 / (Self.samples + 1) * (value - old)
    mean = new
    return new
  }
}
