import Lubdub

/// The mean of the last readings: simple, slow, and a start.
struct RunningMean: Estimator {
  private var readings: [Double] = []
  private var last: Seconds?

  mutating func update(_ sample: Sample) -> Bool {
    guard let range = sample.range, range.isFinite else { return false }
    if let last, sample.time < last { return false }
    last = sample.time
    readings.append(range.value)
    if readings.count > 8 { readings.removeFirst() }
    return true
  }

  func estimate(at time: Seconds) -> DistanceEstimate? {
    guard let last, !readings.isEmpty else { return nil }
    let mean = readings.reduce(0, +) / Double(readings.count)
    let isStale = time - last > 3
    return DistanceEstimate(
      time: time, distance: Meters(mean), standardDeviation: 0.2, low: Meters(max(0, mean - 0.4)),
      high: Meters(mean + 0.4), velocity: nil, radio: .uwb,
      status: isStale ? .stale : readings.count < 2 ? .confirming : .tracking, shape: .normal,
      shortTermDeviation: 0.1)
  }
}

extension EstimatorKind {
  static let runningMean = EstimatorKind("running-mean", radios: [.uwb]) { _ in RunningMean() }
}

func runWithMean(_ samples: [Sample]) throws -> Session {
  var configuration = Preset.eternalLoop.configuration
  configuration.estimator = .runningMean
  configuration.heartbeat.pattern = Pattern(
    name: "knock",
    elements: [
      .init(sharpness: 0.8), .init(offset: 0.12, intensity: 0.5, sharpness: 0.8),
      .init(offset: 0.24, intensity: 0.3, sharpness: 0.4),
    ])
  // A third of a second at contact, and half a second more for each meter.
  configuration.heartbeat.tempo = OwnTempo("hurry") { distance, zone in
    zone == 0 ? 0.33 : Seconds(0.33 + 0.5 * distance.value)
  }
  return try Session(samples, configuration)
}
