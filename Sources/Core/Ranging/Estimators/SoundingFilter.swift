internal import Observations
internal import Quantities

/// The range filter as it is used for channel sounding, with the pace of its procedures.
struct SoundingFilter: Sendable {
  private var filter: RangeFilter
  /// Time of the last procedure that was accepted; -∞ before the first.
  private(set) var lastTime = -Double.infinity
  /// Smoothed time between procedures.
  private var interval = 0.0

  init(parameters: RangeFilter.Parameters) {
    filter = RangeFilter(parameters: parameters)
  }

  /// Takes new constants over while running; what is known is kept.
  mutating func reconfigure(_ parameters: RangeFilter.Parameters) {
    filter.reconfigure(parameters)
  }

  mutating func interrupt() {
    lastTime = -.infinity
    filter.interrupt()
  }

  /// Folds one range into the state; returns whether it was accepted.
  mutating func update(_ range: Meters, at now: Double) -> Bool {
    guard filter.update(range, at: Seconds(now)) else { return false }
    let pause = now - lastTime
    // A pause of 3 s or more is silence, and no interval of the radio.
    if pause < 3 { interval += 0.2 * (pause - interval) }
    lastTime = now
    return true
  }

  /// Whether the last procedure is no older than three of their intervals, or than `least` seconds
  /// where that is longer.
  func isFresh(at now: Double, least: Double) -> Bool {
    now - lastTime <= max(least, 3 * interval)
  }

  func isStale(at now: Double) -> Bool {
    now - lastTime > filter.parameters.staleAfter.value
  }

  /// The posterior at a time; `nil` before the first procedure.
  func estimate(at now: Double) -> DistanceEstimate? {
    var estimate = filter.estimate(at: Seconds(now))
    estimate?.radio = .cs
    return estimate
  }
}

extension RangeFilter.Parameters {
  /// The constants for channel sounding.
  ///
  /// Its error indoors has a standard deviation of 1 m, whatever the response looks like
  /// (docs/signals.md). Most of it is a bias of the place: it stays while the devices stay, so it is part
  /// of the calibration's width, and readings that follow each other do not average it out.
  package static let channelSounding: RangeFilter.Parameters = {
    var parameters = RangeFilter.Parameters()
    parameters.whiteDeviation = 0.3
    parameters.correlatedDeviation = 0.6
    parameters.correlationTime = 0.5
    parameters.calibrationDeviation = 1
    parameters.lowestReading = -3
    return parameters
  }()
}

extension DistanceEstimate {
  /// Moves median and interval together; not one of them goes below zero.
  mutating func shift(by meters: Double) {
    distance = Meters(max(0, distance.value + meters))
    low = Meters(max(0, low.value + meters))
    high = Meters(max(0, high.value + meters))
  }
}
