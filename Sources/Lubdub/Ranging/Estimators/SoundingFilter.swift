/// The range filter for radios that replace missing ultra-wideband ranges, with the pace of the readings. The radios share
/// one state, and each reading uses the constants of its radio.
struct SoundingFilter: Sendable {
  /// The source of the constants in force: the radio of the last reading, and the deviation that the reading states.
  private struct Noise: Equatable {
    var radio = Radio.cs
    /// The deviation, in m; `nil` for the usual width.
    var deviation: Double?
  }

  private var filter: RangeFilter
  private var noise = Noise()
  private(set) var lastTime = -Double.infinity
  private var interval = 0.0

  init(parameters: FusionFilter.Parameters) {
    filter = RangeFilter(parameters: parameters.standIns[.cs])
  }

  mutating func reconfigure(_ parameters: FusionFilter.Parameters) {
    filter.reconfigure(Self.constants(noise, parameters))
  }

  /// Returns the constants for a reading. A stated deviation never makes a reading narrower than its calibration.
  private static func constants(
    _ noise: Noise, _ parameters: FusionFilter.Parameters
  ) -> RangeFilter.Parameters {
    var constants = parameters.standIns[noise.radio]
    guard let stated = noise.deviation else { return constants }
    constants.calibrationDeviation = max(constants.calibrationDeviation, Meters(stated))
    // Each round trip has a new error; distances that a phone reports are smooth.
    if noise.radio == .cs {
      constants.whiteDeviation = max(constants.whiteDeviation, Meters(stated / 2))
    }
    return constants
  }

  mutating func interrupt() {
    lastTime = -.infinity
    filter.interrupt()
  }

  mutating func update(_ sample: Sample, _ parameters: FusionFilter.Parameters) -> Bool {
    guard let range = sample.range else { return false }
    let now = sample.time.value
    let noise = Noise(radio: sample.radio, deviation: sample.deviation?.value)
    if noise != self.noise {
      self.noise = noise
      filter.adopt(Self.constants(noise, parameters))
    }
    guard filter.update(range, at: Seconds(now)) else { return false }
    let pause = now - lastTime
    // A pause of 3 s or more is silence, not an interval of the radio.
    if pause < 3 { interval += 0.2 * (pause - interval) }
    lastTime = now
    return true
  }

  func isFresh(at now: Double, least: Double) -> Bool { now - lastTime <= max(least, 3 * interval) }

  func isStale(at now: Double) -> Bool { now - lastTime > filter.parameters.silence.stale.value }

  func heard(at now: Double) -> HeardRange? { filter.heard(at: now) }

  func estimate(at now: Double) -> DistanceEstimate? {
    var estimate = filter.estimate(at: Seconds(now))
    estimate?.radio = noise.radio
    return estimate
  }
}

extension DistanceEstimate {
  /// Moves median and interval together, but not below zero.
  mutating func shift(by meters: Double) {
    distance = Meters(max(0, distance.value + meters))
    low = Meters(max(0, low.value + meters))
    high = Meters(max(0, high.value + meters))
  }
}
