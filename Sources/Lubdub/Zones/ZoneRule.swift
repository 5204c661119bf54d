/// The rule for zones by the distances of one radio.
///
/// A list contains one value for all edges, or one per edge from the nearest.
public struct ZoneRule: Sendable, Hashable {
  /// The test that makes an edge change sides.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A CUSUM test with a band around the edge: it sums log-likelihood ratios. The default for ranges.
    case cusum
    /// A margin around the edge, and a dwell: the rule of most products.
    case hysteresis
    /// The other side of the edge is more likely than a confidence. The default for signal strength, and only valid for it.
    case probability
  }

  /// The unit of the margin.
  public enum MarginUnit: String, Sendable, Hashable, CaseIterable {
    /// Meters.
    case meters
    /// Percent of the edge's distance.
    case percent
  }

  /// The test that makes an edge change sides.
  public var kind: Kind
  /// CUSUM: the mean time between false changes (ARL0) of a device at rest at the most difficult distance; positive. A
  /// longer time means fewer false changes and slower changes.
  public var falseChangeInterval: [Seconds]
  /// CUSUM: the largest half-width of the band around an edge. Smaller differences are not worth a change. Positive; in
  /// meters for ranges, in ln(distance) for signal strength.
  public var halfBand: [Double]
  /// CUSUM: the time by which the distance is extrapolated along its velocity, in seconds.
  public var lookAhead: [Seconds]
  /// Hysteresis: the half-width of the band around an edge, in `marginUnit`; not negative.
  public var margin: [Double]
  /// Hysteresis: the unit of `margin`.
  public var marginUnit: MarginUnit
  /// Hysteresis: the time for which every reading must be beyond the margin.
  public var dwell: [Seconds]
  /// Hysteresis: the number of independent readings that must be beyond the margin; at least 1.
  public var minimumSamples: Int
  /// Probability: the least probability c of the other side, 0.5 to 0.99. A false change counts as c / (1 - c) times the
  /// cost of staying wrong.
  public var confidence = 0.55

  /// Creates a CUSUM rule, with default values for hysteresis.
  public init(falseChangeInterval: [Seconds], halfBand: [Double], lookAhead: [Seconds]) {
    (self.falseChangeInterval, self.halfBand) = (falseChangeInterval, halfBand)
    (kind, self.lookAhead) = (.cusum, lookAhead)
    (margin, marginUnit, dwell, minimumSamples) = ([10], .percent, [0.5], 2)
  }

  /// The default for measured ranges; docs/explanation/zones.md explains the values.
  public static let range = ZoneRule(falseChangeInterval: [300], halfBand: [0.12], lookAhead: [0.5])

  /// The default for signal strength; docs/explanation/zones.md explains the values.
  public static let rssi: ZoneRule = {
    var rule = ZoneRule(falseChangeInterval: [1200], halfBand: [0.2], lookAhead: [0])
    rule.kind = .probability
    return rule
  }()
}
