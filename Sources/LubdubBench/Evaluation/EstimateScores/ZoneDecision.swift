/// The ways of deciding zones that are compared.
package enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the bare distance: neither hysteresis nor dwell.
  case bare
  /// A margin of 10 % around every edge and a dwell of 0.5 s: what most products use.
  case usual = "margin 10 %, dwell 0.5 s"
  case evidence

  package func parameters(_ zones: Zones) -> ZoneDetector.Parameters {
    parameters(ZoneDetector.Parameters(zones))
  }

  package func parameters(_ own: ZoneDetector.Parameters) -> ZoneDetector.Parameters {
    switch self {
    case .bare: own.mappingRules { $0.bare }
    case .usual: own.mappingRules { $0.withHysteresis(10) }
    case .evidence: own
    }
  }
}
