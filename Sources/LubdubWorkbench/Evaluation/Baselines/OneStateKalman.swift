/// The one-state Kalman filter without a time step, as in kalmanjs and home-automation projects. Their names for the two
/// variances are swapped: their R is the process variance.
struct OneStateKalman: Smoother {
  let processVariance: Double
  let measurementVariance: Double
  var mean: Double?
  var variance = 0.0

  /// The filter of kalmanjs, with R and Q of 1: a fixed gain of 0.62 per sample.
  static let kalmanjs = OneStateKalman(processVariance: 1, measurementVariance: 1)
  /// The filter of room-assistant, with R of 0.008 and Q of 4: a fixed gain of 0.044 per sample.
  static let roomAssistant = OneStateKalman(processVariance: 0.008, measurementVariance: 4)

  mutating func smooth(_ value: Double, at time: Double) -> Double {
    guard let old = mean else {
      mean = value
      variance = measurementVariance
      return value
    }
    let predicted = variance + processVariance
    let gain = predicted / (predicted + measurementVariance)
    let new = old + gain * (value - old)
    mean = new
    variance = predicted - gain * predicted
    return new
  }
}
