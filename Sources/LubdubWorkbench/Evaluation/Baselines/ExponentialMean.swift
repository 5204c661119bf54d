/// The exponential mean per sample, independent of the time between samples.
struct ExponentialMean: Smoother {
  let share: Double
  var isWhole = false
  var mean: Double?

  /// The mean of arduino-dw1000: k = 2 / (n + 1) with n = 15.
  static let ofFifteen = ExponentialMean(share: 2 / 16)
  /// AltBeacon's "ARMA" filter as intended: m -= 0.1 (m - rssi).
  static let floatARMA = ExponentialMean(share: 0.1)
  /// AltBeacon's "ARMA" filter as shipped: the state is an integer, truncated toward zero.
  ///
  /// The state can only drift nearer: from -70, a constant level of -75 leaves it at -70 forever.
  static let integerARMA = ExponentialMean(share: 0.1, isWhole: true)

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    let old = mean ?? (isWhole ? value.rounded(.towardZero) : value)
    let moved = old + share * (value - old)
    let new = isWhole ? moved.rounded(.towardZero) : moved
    mean = new
    return new
  }
}
