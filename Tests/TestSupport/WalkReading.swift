import Foundation

/// The values of a row of a walk, from which tests write logs in other people's forms.
public struct WalkReading: Sendable {
  /// The number of the row.
  public let index: Int
  /// Seconds.
  public let time: Double
  /// Meters.
  public let truth: Double
  /// Meters.
  public let range: Double
  /// dBm, by the true distance.
  public var rssi: Int { Int(-60 - 8 * truth) }

  /// A row, whose values are those of its parameters.
  public init(index: Int, time: Double, truth: Double, range: Double) {
    (self.index, self.time, self.truth, self.range) = (index, time, truth, range)
  }
}
