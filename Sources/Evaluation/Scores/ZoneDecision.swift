internal import Lubdub
public import Proximity

/// The ways of deciding zones that are compared.
public enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the bare distance: neither hysteresis nor dwell.
  case bare
  /// A margin of 10 % around every edge and a dwell of 0.5 s: what most products use.
  case usual = "margin 10 %, dwell 0.5 s"
  /// The default: summed evidence.
  case evidence

  /// The detector's parameters.
  public func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
    switch self {
    case .bare: ZoneDetector.Parameters(zones, uwb: ZoneRule.uwb.bare, rssi: ZoneRule.rssi.bare)
    case .usual:
      ZoneDetector.Parameters(
        zones, uwb: ZoneRule.uwb.withMargin(10), rssi: ZoneRule.rssi.withMargin(10))
    case .evidence: ZoneDetector.Parameters(zones)
    }
  }
}
