/// What ultra-wideband ranges over blocked paths read too long, in one kind of place: a line over the NLOS score.
public struct NLOSProfile: Sendable, Hashable {
  /// How much longer a range reads at a score of 1 than at 0, in metres.
  public let slope: Meters
  /// The score at which nothing is changed: the mean of the places that it was learned in.
  public let center: Double

  /// What a slope may be, in metres: a blocked path reads longer, never shorter.
  public static let slopes = 0.0...5.0
  /// What a score may be.
  public static let scores = 0.0...1.0

  /// A profile; `nil` unless the slope is 0...5 m and the center 0...1.
  public init?(slope: Meters, center: Double) {
    guard Self.slopes.contains(slope.value), Self.scores.contains(center) else { return nil }
    self.slope = slope
    self.center = center
  }

  /// What is taken off a range whose response has this score, from 0 to 1.
  public func bias(at score: Double) -> Meters { slope * (score - center) }
}
