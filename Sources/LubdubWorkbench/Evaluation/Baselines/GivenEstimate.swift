/// An estimator that uses ranges and their stated deviations as estimates of another program, without any correction.
struct GivenEstimate: Estimator {
  let parameters: RangeFilter.Parameters
  var time = -Double.infinity
  var distance = 0.0
  var deviation = 0.0
  var velocity: Double?

  /// The smallest deviation, in m.
  private static let leastDeviation = 0.001
  /// The time over which velocities are averaged, in s.
  private static let calm = 0.5

  @discardableResult mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard sample.radio == .uwb, sample.event == nil, let range = sample.range, range.isFinite,
      now.isFinite, now >= time
    else { return false }
    let step = now - time
    if step >= parameters.silence.coasting.value {
      velocity = nil
    } else if step > 0 {
      let newest = (range.value - distance) / step
      let last = velocity ?? newest
      velocity = last + (newest - last) * step / (step + Self.calm)
    }
    (time, distance) = (now, max(0, range.value))
    deviation = max(sample.deviation?.value ?? 0, Self.leastDeviation)
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    return .normal(
      time: time.value, distance: distance, variance: deviation * deviation,
      shortTermVariance: deviation * deviation, velocity: velocity, radio: .uwb,
      status: parameters.silence.status(after: time.value - self.time))
  }
}
