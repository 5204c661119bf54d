import Lubdub
import LubdubTraces

@testable import LubdubWorkbench

extension ScoredTrack {
  /// A track from truths and answers at 10 Hz; `nil` is no answer. Intervals are ±`reach`.
  static func made(
    truth: [Double], estimate: [Double?], every step: Double = 0.1, reach: Double = 0.5,
    radio: Radio = .uwb
  ) -> ScoredTrack {
    ScoredTrack(
      points: zip(truth, estimate).enumerated().map { index, pair in
        let time = Seconds(Double(index) * step)
        return Point(
          time: time, truth: Meters(pair.0),
          estimate: pair.1.map { .made($0, at: time, reach: reach, radio: radio) })
      })
  }
}

extension DistanceEstimate {
  /// An estimate with an interval of ±`reach`.
  static func made(
    _ distance: Double, at time: Seconds, reach: Double = 0.5, radio: Radio = .uwb
  ) -> DistanceEstimate {
    DistanceEstimate(
      time: time, distance: Meters(distance), standardDeviation: Meters(reach / 1.96),
      low: Meters(max(0, distance - reach)), high: Meters(distance + reach), velocity: nil,
      radio: radio, status: .tracking, shape: .normal, shortTermDeviation: 0.05)
  }
}
