internal import RealModule

/// Always answers the typical distance, and with it the usual zone: what every estimate has to beat.
package struct ConstantAnswer: Estimator {
  private let parameters: SignalStrengthFilter.Parameters
  private var time = -Double.infinity
  private var radio = Radio.ble

  package init(parameters: SignalStrengthFilter.Parameters = .init()) {
    self.parameters = parameters
  }

  @discardableResult package mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard sample.event == nil, now.isFinite, now >= time,
      sample.range.map({ $0.value.isFinite }) ?? sample.rssi.map(isPlausible) ?? false
    else { return false }
    (time, radio) = (now, sample.radio)
    return true
  }

  package func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    return .logNormal(
      time: time.value, logDistance: Double.log(parameters.usualDistance.value),
      variance: parameters.usualSpread * parameters.usualSpread, radio: radio,
      status: parameters.silence.status(after: time.value - self.time))
  }
}
