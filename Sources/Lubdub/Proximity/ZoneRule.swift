/// How zones are decided on the distances of one radio.
///
/// A list holds one value for all edges, or one for each edge from the nearest.
public struct ZoneRule: Sendable, Hashable {
  /// What makes an edge change sides.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A CUSUM test with a band around the edge: it sums log-likelihood ratios. The default for ranges.
    case cusum
    /// A margin around the edge and a dwell: what most products use.
    case hysteresis
    /// The other side of the edge is more likely than a confidence. The default for signal strength, and for that alone.
    case probability
  }

  /// The unit of the margin.
  public enum MarginUnit: String, Sendable, Hashable, CaseIterable {
    /// Metres.
    case meters
    /// Per cent of the edge's distance.
    case percent
  }

  /// What makes an edge change sides.
  public var kind: Kind
  /// CUSUM: the mean time between false changes (ARL0) of a device that rests where it is hardest to
  /// decide; positive. Longer means fewer false changes and slower ones.
  public var falseChangeInterval: [Seconds]
  /// CUSUM: half the band around an edge. Smaller differences are not worth a change. Positive;
  /// in metres for ranges, in ln(distance) for signal strength.
  public var halfBand: [Double]
  /// CUSUM: how far the distance is extrapolated along its velocity, in seconds.
  public var lookAhead: [Seconds]
  /// Hysteresis: half the band around an edge, in `marginUnit`; not negative.
  public var margin: [Double]
  /// Hysteresis: the unit of `margin`.
  public var marginUnit: MarginUnit
  /// Hysteresis: how long every reading must be beyond the margin.
  public var dwell: [Seconds]
  /// Hysteresis: how many independent readings must be beyond the margin; at least 1.
  public var minimumSamples: Int
  /// Probability: how likely the other side must be, 0.5 to 0.99. A false change counts as c / (1 - c) times what staying
  /// wrong costs.
  public var confidence = 0.55

  /// A CUSUM rule; the values of the hysteresis stay at what is usual.
  public init(falseChangeInterval: [Seconds], halfBand: [Double], lookAhead: [Seconds]) {
    (self.falseChangeInterval, self.halfBand) = (falseChangeInterval, halfBand)
    (kind, self.lookAhead) = (.cusum, lookAhead)
    (margin, marginUnit, dwell, minimumSamples) = ([10], .percent, [0.5], 2)
  }

  /// The default for measured ranges; docs/explanation/zones.md says where the values come from.
  public static let range = ZoneRule(falseChangeInterval: [300], halfBand: [0.12], lookAhead: [0.5])

  /// The default for signal strength; docs/explanation/zones.md says where the values come from.
  public static let rssi: ZoneRule = {
    var rule = ZoneRule(falseChangeInterval: [1200], halfBand: [0.2], lookAhead: [0])
    rule.kind = .probability
    return rule
  }()
}
