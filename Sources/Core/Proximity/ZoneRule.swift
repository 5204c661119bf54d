public import Quantities

/// How zones are decided on the distances of one radio.
///
/// A list holds one value for all edges, or one for each edge from the nearest.
public struct ZoneRule: Sendable, Hashable {
  /// What makes an edge change sides.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Summed evidence: a CUSUM test with a band around the edge. The default.
    case evidence
    /// A margin around the edge and a dwell: what most products use.
    case margin
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
  /// Evidence: a device that rests where it is hardest to decide changes its zone about this often;
  /// positive. Longer is calmer and slower.
  public var calm: [Seconds]
  /// Evidence: half the band around an edge. Smaller differences are not worth a change. Positive;
  /// in metres for ranges, in ln(distance) for signal strength.
  public var resolution: [Double]
  /// Evidence: how far the distance is carried ahead along its velocity, in seconds.
  public var lead: [Seconds]
  /// Margin: half the band around an edge, in `marginUnit`; not negative.
  public var margin: [Double]
  /// Margin: the unit of `margin`.
  public var marginUnit: MarginUnit
  /// Margin: how long every reading must be beyond the margin.
  public var dwell: [Seconds]
  /// Margin: how many independent readings must be beyond the margin; at least 1.
  public var minimumSamples: Int

  /// A rule by evidence; the values of the margin stay at what is usual.
  public init(
    calm: [Seconds], resolution: [Double], lead: [Seconds]
  ) {
    kind = .evidence
    self.calm = calm
    self.resolution = resolution
    self.lead = lead
    margin = [10]
    marginUnit = .percent
    dwell = [0.5]
    minimumSamples = 2
  }

  /// The default for measured ranges; docs/zones.md says where the values come from.
  public static let uwb = ZoneRule(
    calm: [300], resolution: [0.12], lead: [0.5])

  /// The default for signal strength; docs/zones.md says where the values come from.
  public static let rssi = ZoneRule(
    calm: [1200], resolution: [0.2], lead: [0])

  /// The same rule by a margin, in place of evidence.
  ///
  /// - Parameters:
  ///   - width: Half the band around an edge, in `unit`.
  ///   - unit: The unit of the width.
  ///   - dwell: How long every reading must be beyond the margin.
  ///   - samples: How many independent readings must be beyond the margin.
  /// - Returns: The rule; what the evidence goes by is kept.
  package func withMargin(
    _ width: Double, _ unit: MarginUnit = .percent, dwell: Seconds = 0.5, samples: Int = 2
  ) -> ZoneRule {
    var rule = self
    rule.kind = .margin
    rule.margin = [width]
    rule.marginUnit = unit
    rule.dwell = [dwell]
    rule.minimumSamples = samples
    return rule
  }

  /// The rule of one edge alone, with one value in every list.
  package func rule(of edge: Int) -> ZoneRule {
    var rule = self
    rule.calm = [calm.value(of: edge)]
    rule.resolution = [resolution.value(of: edge)]
    rule.lead = [lead.value(of: edge)]
    rule.margin = [margin.value(of: edge)]
    rule.dwell = [dwell.value(of: edge)]
    return rule
  }

  /// The same radio without any rule: the zone is that of the bare distance, reading by reading.
  package var bare: ZoneRule { withMargin(0, .meters, dwell: 0, samples: 1) }
}
