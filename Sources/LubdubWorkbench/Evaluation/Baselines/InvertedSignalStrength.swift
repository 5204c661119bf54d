internal import RealModule

/// An estimator that smooths signal strength, and converts it to a distance by the inverse path-loss model, as in
/// home-automation projects. The interval corresponds to a deviation of 6 dB, because these projects state no interval.
struct InvertedSignalStrength<Power: Smoother, Distance: Smoother>: Estimator {
  var power: Power
  var distance: Distance
  let parameters: SignalStrengthFilter.Parameters
  var time = -Double.infinity
  var logDistance = 0.0
  /// The smallest distance for the logarithm, in m.
  private static var nearest: Double { 0.05 }

  @discardableResult mutating func update(_ sample: Sample) -> Bool {
    let now = sample.time.value
    guard sample.radio == .ble, let rssi = sample.rssi, isPlausible(rssi), now.isFinite, now >= time
    else { return false }
    time = now
    let smoothed = DBm(power.smooth(rssi.value, at: now))
    let inverted = parameters.pathLoss.distance(at: smoothed).value
    logDistance = Double.log(max(distance.smooth(inverted, at: now), Self.nearest))
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    let deviation = 6 / parameters.pathLoss.decibelsPerLogarithm
    return .logNormal(
      time: time.value, logDistance: logDistance, variance: deviation * deviation, radio: .ble,
      status: parameters.silence.status(after: time.value - self.time))
  }
}

extension InvertedSignalStrength where Distance == Identity {
  init(power: Power, parameters: SignalStrengthFilter.Parameters) {
    self.init(power: power, distance: Identity(), parameters: parameters)
  }
}
