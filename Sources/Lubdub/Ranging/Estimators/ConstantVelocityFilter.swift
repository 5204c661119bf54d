/// The plain Kalman filter over ranges, in closed form: its states are distance and velocity, its motion is white
/// acceleration, and its time steps are the times between readings. With a gate, the filter drops readings that do not fit,
/// and restarts after too many dropped readings in a row.
///
/// The reference for other filters. Discrete white-noise acceleration model: Bar-Shalom, Li, Kirubarajan, "Estimation with
/// Applications to Tracking and Navigation" (2001), 6.2.
package struct ConstantVelocityFilter: Estimator {
  package struct Parameters: Sendable, Hashable {
    /// The spectral density of the acceleration, in m²/s³.
    package var processNoise = 1.0
    package var measurementDeviation: Meters = 0.1

    package init() {}
  }

  package let parameters: Parameters
  /// The largest accepted squared normalized innovation; `nil` accepts everything.
  private let gate: Double?
  private let bias: RangeBias
  private let staleAfter: Seconds
  /// The deviation of an unknown velocity, in m/s.
  private static let initialVelocityDeviation = 1.0
  /// The number of rejections in a row that restart the filter.
  private static let resetAfter = 10
  private var kernel = ConstantVelocityKernel()
  private var time = -Double.infinity
  private var rejected = 0

  package init(
    parameters: Parameters = Parameters(), gate: Double? = nil, bias: RangeBias = RangeBias(),
    staleAfter: Seconds = 3
  ) {
    (self.parameters, self.gate) = (parameters, gate)
    (self.bias, self.staleAfter) = (bias, staleAfter)
  }

  @discardableResult package mutating func update(_ sample: Sample) -> Bool {
    guard let range = sample.range, sample.radio == .uwb else { return false }
    return update(range, at: sample.time)
  }

  /// Updates the state with a range; returns whether it was used.
  @discardableResult package mutating func update(_ range: Meters, at time: Seconds) -> Bool {
    let now = time.value
    guard range.isFinite, now.isFinite, now >= self.time else { return false }
    let z = bias.corrected(range.value)
    let variance = parameters.measurementDeviation.value * parameters.measurementDeviation.value
    guard self.time.isFinite else {
      restart(z, variance: variance, at: now)
      return true
    }
    kernel.predict(step: now - self.time, processNoise: parameters.processNoise)
    self.time = now
    let innovation = z - kernel.distance
    let spread = kernel.distanceVariance + variance
    if let gate, innovation * innovation > gate * spread {
      rejected += 1
      guard rejected >= Self.resetAfter else { return false }
      restart(z, variance: variance, at: now)
      return true
    }
    rejected = 0
    kernel.fold(z, variance: variance)
    return true
  }

  package func estimate(at time: Seconds) -> DistanceEstimate? {
    guard self.time.isFinite else { return nil }
    var ahead = kernel
    let silence = max(0, time.value - self.time)
    ahead.predict(step: silence, processNoise: parameters.processNoise)
    let status: DistanceEstimate.Status =
      silence > staleAfter.value ? .stale : rejected > 0 ? .coasting : .tracking
    return .normal(
      time: time.value, distance: ahead.distance, variance: ahead.distanceVariance,
      shortTermVariance: ahead.distanceVariance, velocity: ahead.velocity, radio: .uwb,
      status: status)
  }

  private mutating func restart(_ z: Double, variance: Double, at now: Double) {
    let deviation = Self.initialVelocityDeviation
    kernel = ConstantVelocityKernel(
      distance: z, distanceVariance: variance, velocityVariance: deviation * deviation)
    (time, rejected) = (now, 0)
  }
}

extension ConstantVelocityFilter.Parameters: SettingGroup {
  /// The settings; the bias and the times of silence come from the settings of `uwb`.
  package static let schema: [Setting<Self>] = [
    .number(
      "processNoise", "Estimator constant-velocity: density of the acceleration, in m²/s³",
      in: 0.000001...1_000_000
    ) { $1(&$0.processNoise) },
    .number(
      "measurementDeviation", "Estimator constant-velocity: standard deviation of a range",
      in: 0.001...10
    ) { $1(&$0.measurementDeviation) },
  ]
}
