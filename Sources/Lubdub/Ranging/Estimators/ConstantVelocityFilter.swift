/// The plain Kalman filter over ranges: distance and velocity, white acceleration, the time steps of
/// the data, closed form. With a gate it drops readings that do not fit, and starts anew after too
/// many of them.
///
/// Other filters are compared with it. Discrete white-noise acceleration model:
/// Bar-Shalom, Li, Kirubarajan, "Estimation with Applications to Tracking and Navigation" (2001), 6.2.
package struct ConstantVelocityFilter: Estimator {
  /// The filter's constants.
  package struct Parameters: Sendable, Hashable {
    /// Spectral density of the acceleration, in m²/s³.
    package var processNoise = 1.0
    /// Standard deviation of a reading.
    package var measurementDeviation: Meters = 0.1
    /// Spread of the velocity before anything is known about it.
    package var initialVelocityDeviation: MetersPerSecond = 1
    /// Largest normalised innovation squared that is accepted; `nil` accepts everything.
    /// 6.63 is the 99 % point of chi-square with one degree of freedom.
    package var gate: Double?
    /// So many rejections in a row start the filter anew.
    package var resetAfter = 10
    /// What the pair reads too long.
    package var bias = RangeBias()
    /// Silent for longer, the estimate is stale.
    package var staleAfter: Seconds = 3

    /// Untuned, without a gate.
    package init() {}

    /// With the usual gate: 6.63, reset after 10.
    package static var gated: Parameters {
      var parameters = Parameters()
      parameters.gate = 6.63
      return parameters
    }
  }

  /// The constants in force.
  package let parameters: Parameters
  private var kernel = ConstantVelocityKernel<Double>()
  private var time = -Double.infinity
  private var rejected = 0

  /// A filter that has seen nothing.
  package init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
  }

  /// Folds one sample into the state; returns whether it was used.
  @discardableResult
  package mutating func update(_ sample: Sample) -> Bool {
    guard let range = sample.range, sample.radio == .uwb else { return false }
    return update(range, at: sample.time)
  }

  /// Folds one range into the state.
  ///
  /// - Returns: Whether the reading was used.
  @discardableResult
  package mutating func update(_ range: Meters, at time: Seconds) -> Bool {
    let now = time.value
    guard range.isFinite, now.isFinite, now >= self.time else { return false }
    let z = parameters.bias.corrected(range.value)
    let variance = parameters.measurementDeviation.value * parameters.measurementDeviation.value
    guard self.time.isFinite else {
      restart(z, variance: variance, at: now)
      return true
    }
    kernel.predict(step: now - self.time, processNoise: parameters.processNoise)
    self.time = now
    let innovation = z - kernel.distance
    let spread = kernel.distanceVariance + variance
    if let gate = parameters.gate, innovation * innovation > gate * spread {
      rejected += 1
      guard rejected >= parameters.resetAfter else { return false }
      restart(z, variance: variance, at: now)
      return true
    }
    rejected = 0
    kernel.fold(z, variance: variance)
    return true
  }

  /// The posterior at a time, predicted from the last sample; `nil` before there is any.
  package func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    var ahead = kernel
    let silence = max(0, time.value - self.time)
    ahead.predict(step: silence, processNoise: parameters.processNoise)
    let status: DistanceEstimate.Status =
      silence > parameters.staleAfter.value ? .stale : rejected > 0 ? .coasting : .tracking
    return .normal(
      time: time.value, distance: ahead.distance, variance: ahead.distanceVariance,
      shortTermVariance: ahead.distanceVariance, velocity: ahead.velocity, radio: .uwb,
      status: status)
  }

  private mutating func restart(_ z: Double, variance: Double, at now: Double) {
    let deviation = parameters.initialVelocityDeviation.value
    kernel = ConstantVelocityKernel(
      distance: z, distanceVariance: variance, velocityVariance: deviation * deviation)
    time = now
    rejected = 0
  }
}
