/// The bias of ultra-wideband ranges over blocked paths, in one kind of place: a line over the NLOS score.
public struct NLOSProfile: Sendable, Hashable {
  /// The bias at a score of 1 minus the bias at a score of 0, in meters.
  public let slope: Meters
  /// The score at which the bias is 0: the mean of the places in which the profile was learned.
  public let center: Double

  /// The allowed slopes, in meters: ranges over a blocked path are too long, never too short.
  public static let slopes = 0.0...5.0
  /// The allowed scores.
  public static let scores = 0.0...1.0

  /// A profile; `nil` unless the slope is 0...5 m and the center is 0...1.
  public init?(slope: Meters, center: Double) {
    guard Self.slopes.contains(slope.value), Self.scores.contains(center) else { return nil }
    self.slope = slope
    self.center = center
  }

  /// The bias to subtract from a range whose response has a score from 0 to 1.
  public func bias(at score: Double) -> Meters { slope * (score - center) }
}
