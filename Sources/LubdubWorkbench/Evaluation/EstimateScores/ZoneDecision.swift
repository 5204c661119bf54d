/// The ways of deciding zones to compare.
package enum ZoneDecision: String, Sendable, Hashable, CaseIterable {
  /// The zone of the distance, without hysteresis or dwell.
  case bare
  /// A margin of 10% around every edge and a dwell of 0.5 s, as in most products.
  case usual = "margin 10%, dwell 0.5 s"
  case evidence

  package func parameters(_ own: ZoneDetector.Parameters) -> ZoneDetector.Parameters {
    if self == .evidence { return own }
    var changed = own
    for place in [\ZoneDetector.Parameters.range, \.rssi, \.wide] {
      let rule = own[keyPath: place]
      changed[keyPath: place] = self == .bare ? rule.bare : rule.withHysteresis(10)
    }
    return changed
  }
}

extension ZoneRule {
  func withHysteresis(
    _ width: Double, _ unit: MarginUnit = .percent, dwell: Seconds = 0.5, samples: Int = 2
  ) -> ZoneRule {
    var rule = self
    (rule.kind, rule.margin, rule.marginUnit) = (.hysteresis, [width], unit)
    (rule.dwell, rule.minimumSamples) = ([dwell], samples)
    return rule
  }

  package var bare: ZoneRule { withHysteresis(0, .meters, dwell: 0, samples: 1) }

  /// The rule for one edge.
  func rule(of edge: Int) -> ZoneRule {
    var rule = self
    for list in Self.lists {
      guard let values = list.value(in: self).numbers, values.count > 1 else { continue }
      try? list.set(.number(values[edge]), in: &rule)
    }
    return rule
  }
}
