/// Ranges through a smoother: what most projects do. Silence is answered with the last value,
/// and the interval is that of the calibration, because such smoothers know no other.
package struct SmoothedRange<Kind: Smoother>: Estimator {
  private var smoother: Kind
  private let parameters: RangeFilter.Parameters
  private let radios: Set<Radio>
  private var radio = Radio.uwb
  private var time = -Double.infinity
  private var distance = 0.0

  /// An estimator around a fresh smoother, of ultra-wideband unless other radios are named. Of the parameters it
  /// uses the bias, its deviation, and the times after which it is coasting and stale.
  package init(
    _ smoother: Kind, of radios: Set<Radio> = [.uwb], parameters: RangeFilter.Parameters = .init()
  ) {
    self.smoother = smoother
    self.radios = radios
    self.parameters = parameters
  }

  @discardableResult package mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard radios.contains(sample.radio), let range = sample.range, range.isFinite, now.isFinite,
      now >= time
    else { return false }
    (time, radio) = (now, sample.radio)
    distance = smoother.smooth(parameters.bias.corrected(range.value), at: now)
    return true
  }

  package func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    let deviation = parameters.calibrationDeviation.value
    return .normal(
      time: time.value, distance: distance, variance: deviation * deviation,
      shortTermVariance: deviation * deviation, velocity: nil, radio: radio,
      status: parameters.silence.status(after: time.value - self.time))
  }
}
