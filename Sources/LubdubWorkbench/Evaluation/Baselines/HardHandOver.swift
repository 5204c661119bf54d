/// An estimator of two independent estimators. Recent UWB ranges take precedence, and otherwise the other estimator answers.
/// Android 16 works like this, with a median of three per radio. With an infinite hold time, the last UWB value stays
/// forever.
struct HardHandOver<Ranging: Estimator, Signal: Estimator>: Estimator {
  var ranging: Ranging
  var signal: Signal
  var holdTime: Seconds = 0.5
  var lastRange = -Double.infinity
  var lastSignal = -Double.infinity

  @discardableResult mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard now >= max(lastRange, lastSignal) else { return false }
    if ranging.update(sample) {
      lastRange = now
      return true
    }
    guard signal.update(sample) else { return false }
    lastSignal = now
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    let hasRange = lastRange.isFinite
    if hasRange && time.value - lastRange <= holdTime.value || !lastSignal.isFinite {
      return ranging.estimate(at: time)
    }
    guard var estimate = signal.estimate(at: time) else { return nil }
    if hasRange && estimate.status == .tracking { estimate.status = .fallback }
    return estimate
  }
}
