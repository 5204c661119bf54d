/// An estimator that smooths ranges, as in most projects. During gaps, the last value is the answer. The interval follows
/// from the calibration deviation, because such smoothers state no interval.
struct SmoothedRange<Kind: Smoother>: Estimator {
  var smoother: Kind
  var radios: Set<Radio> = [.uwb]
  let parameters: RangeFilter.Parameters
  var radio = Radio.uwb
  var time = -Double.infinity
  var distance = 0.0

  @discardableResult mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard radios.contains(sample.radio), let range = sample.range, range.isFinite, now.isFinite,
      now >= time
    else { return false }
    (time, radio) = (now, sample.radio)
    distance = smoother.smooth(parameters.bias.corrected(range.value), at: now)
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    let deviation = parameters.calibrationDeviation.value
    return .normal(
      time: time.value, distance: distance, variance: deviation * deviation,
      shortTermVariance: deviation * deviation, velocity: nil, radio: radio,
      status: parameters.silence.status(after: time.value - self.time))
  }
}
