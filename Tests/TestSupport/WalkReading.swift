import Foundation

/// The values of a row of a walk, from which tests write logs in other formats.
public struct WalkReading: Sendable {
  /// The number of the row.
  public let index: Int
  /// The time in seconds.
  public let time: Double
  /// The true distance in meters.
  public let truth: Double
  /// The range in meters.
  public let range: Double
  /// The signal strength in dBm for the true distance.
  public var rssi: Int { Int(-60 - 8 * truth) }

  /// A row with the values of the parameters.
  public init(index: Int, time: Double, truth: Double, range: Double) {
    (self.index, self.time, self.truth, self.range) = (index, time, truth, range)
  }
}
