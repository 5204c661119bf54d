/// The ways of deciding zones that are compared.
public enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the bare distance: neither hysteresis nor dwell.
  case bare
  /// A margin of 10 % around every edge and a dwell of 0.5 s: what most products use.
  case usual = "margin 10 %, dwell 0.5 s"
  /// The default: summed evidence.
  case evidence

  /// The detector's parameters, by the default rules.
  public func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
    parameters(ZoneDetector.Parameters(zones))
  }

  /// The detector's parameters.
  ///
  /// - Parameter own: The zones and the rules that evidence goes by.
  /// - Returns: The same zones with this decision's rules.
  public func parameters(_ own: ZoneDetector.Parameters) -> ZoneDetector.Parameters {
    switch self {
    case .bare: own.mappingRules { $0.bare }
    case .usual: own.mappingRules { $0.withHysteresis(10) }
    case .evidence: own
    }
  }
}
