internal import RealModule

/// An estimator that always answers the typical distance, and so the usual zone. Every other estimator has to beat it.
struct ConstantAnswer: Estimator {
  let parameters: SignalStrengthFilter.Parameters
  var time = -Double.infinity
  var radio = Radio.ble

  @discardableResult mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard sample.event == nil, now.isFinite, now >= time,
      sample.range.map({ $0.value.isFinite }) ?? sample.rssi.map(isPlausible) ?? false
    else { return false }
    (time, radio) = (now, sample.radio)
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    return .logNormal(
      time: time.value, logDistance: Double.log(parameters.usualDistance.value),
      variance: parameters.usualSpread * parameters.usualSpread, radio: radio,
      status: parameters.silence.status(after: time.value - self.time))
  }
}
