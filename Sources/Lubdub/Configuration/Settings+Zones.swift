internal import Quantities

extension Setting {
  /// Where the zones lie and when they change.
  static let zones: [Setting] =
    [
      Setting(
        "zones.edges", "Edges from the nearest; an edge belongs to the farther zone", unit: "m",
        .numbers(get: { $0.zones.edges }, set: { $0.zones.edges = $1 }, 0.001...1000)),
      Setting(
        "zones.names", "One name for each zone from the nearest", .texts(\.zones.names)),
    ]
    + zoneDecision(
      "uwb", \.zones.uwb, samples: \.zones.uwb.minimumSamples,
      lost: \.zones.uwbLostAfter.value)
    + zoneDecision(
      "rssi", \.zones.rssi, samples: \.zones.rssi.minimumSamples,
      lost: \.zones.rssiLostAfter.value)

  private static func zoneDecision(
    _ name: String,
    _ decision: Path<ZoneSettings.Decision>,
    samples: Path<Int>, lost: Path<Double>
  ) -> [Setting] {
    func list(
      _ key: String, _ summary: String, unit: String? = nil,
      _ path: any WritableKeyPath<ZoneSettings.Decision, [Double]> & Sendable,
      _ range: ClosedRange<Double>
    ) -> Setting {
      Setting(
        "zones.\(name).\(key)", summary, unit: unit,
        .numbers(
          get: { $0[keyPath: decision][keyPath: path] },
          set: { $0[keyPath: decision][keyPath: path] = $1 }, range))
    }
    return [
      Setting(
        "zones.\(name).rule", "How a change is decided",
        .choice(
          get: { $0[keyPath: decision].rule.rawValue },
          set: { configuration, word in
            guard let rule = ZoneSettings.Rule(rawValue: word) else { return false }
            configuration[keyPath: decision].rule = rule
            return true
          }, options: ZoneSettings.Rule.allCases.map(\.rawValue))),
      list("enter", "Posterior: inside from this probability", \.enter, 0.5...0.999999),
      list("leave", "Posterior: outside from this probability of inside", \.leave, 0.000001...0.5),
      list("dwell", "How long every reading must agree", unit: "s", \.dwell, 0...600),
      list("lead", "Posterior: look ahead along the velocity", unit: "s", \.lead, 0...10),
      list(
        "reach", "Posterior: so long below half the edge is inside; 0 never", unit: "s",
        \.reach, 0...600),
      list("settle", "So long beyond the edge is a change; 0 never", unit: "s", \.settle, 0...3600),
      list("margin", "Hysteresis: margin around an edge, in marginUnit", \.margin, 0...1000),
      Setting(
        "zones.\(name).marginUnit", "Hysteresis: unit of the margin",
        .choice(
          get: { $0[keyPath: decision].marginUnit.rawValue },
          set: { configuration, word in
            guard let unit = ZoneSettings.MarginUnit(rawValue: word) else { return false }
            configuration[keyPath: decision].marginUnit = unit
            return true
          }, options: ZoneSettings.MarginUnit.allCases.map(\.rawValue))),
      Setting(
        "zones.\(name).minimumSamples", "So many independent readings must agree",
        .count(samples, 1...1000)),
      Setting(
        "zones.\(name).lostAfter", "Silent for longer, the peer is given up", unit: "s",
        .number(lost, 0...86400)),
    ]
  }
}
