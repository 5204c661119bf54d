internal import Proximity
internal import Quantities

extension Setting {
  /// Where the zones lie and when they change.
  static let zones: [Setting] =
    [
      Setting(
        "zones.edges", "Edges from the nearest; an edge belongs to the farther zone", unit: "m",
        .numbers(
          get: { $0.zones.edges.map(\.value) },
          set: { $0.zones.edges = $1.map { Meters($0) } }, 0.001...1000)),
      Setting(
        "zones.names", "One name for each zone from the nearest", .texts(\.zones.names)),
    ]
    + rule(
      "uwb", \.zones.uwb, samples: \.zones.uwb.minimumSamples,
      lost: \.zones.uwb.silence.lost.value, resolution: ("m", 0.001...10))
    + rule(
      "rssi", \.zones.rssi, samples: \.zones.rssi.minimumSamples,
      lost: \.zones.rssi.silence.lost.value, resolution: ("ln(distance)", 0.001...3))

  private static func rule(
    _ name: String, _ rule: Path<ZoneRule>, samples: Path<Int>, lost: Path<Double>,
    resolution: (unit: String, range: ClosedRange<Double>)
  ) -> [Setting] {
    func list(
      _ key: String, _ summary: String, unit: String? = nil, _ range: ClosedRange<Double>,
      _ path: any WritableKeyPath<ZoneRule, [Double]> & Sendable
    ) -> Setting {
      Setting(
        "zones.\(name).\(key)", summary, unit: unit,
        .numbers(
          get: { $0[keyPath: rule][keyPath: path] },
          set: { $0[keyPath: rule][keyPath: path] = $1 }, range))
    }
    func times(
      _ key: String, _ summary: String, _ range: ClosedRange<Double>,
      _ path: any WritableKeyPath<ZoneRule, [Seconds]> & Sendable
    ) -> Setting {
      Setting(
        "zones.\(name).\(key)", summary, unit: "s",
        .numbers(
          get: { $0[keyPath: rule][keyPath: path].map(\.value) },
          set: { $0[keyPath: rule][keyPath: path] = $1.map { Seconds($0) } }, range))
    }
    return [
      Setting(
        "zones.\(name).rule", "How a change is decided",
        .choice(
          get: { $0[keyPath: rule].kind.rawValue },
          set: { configuration, word in
            guard let kind = ZoneRule.Kind(rawValue: word) else { return false }
            configuration[keyPath: rule].kind = kind
            return true
          }, options: ZoneRule.Kind.allCases.map(\.rawValue))),
      times(
        "calm", "Evidence: about the time between changes of a device at rest", 1...1e7, \.calm),
      list(
        "resolution", "Evidence: half the band around an edge", unit: resolution.unit,
        resolution.range, \.resolution),
      times("lead", "Evidence: look ahead along the velocity", 0...10, \.lead),
      list("margin", "Margin: half the band around an edge, in marginUnit", 0...1000, \.margin),
      Setting(
        "zones.\(name).marginUnit", "Margin: unit of the margin",
        .choice(
          get: { $0[keyPath: rule].marginUnit.rawValue },
          set: { configuration, word in
            guard let unit = ZoneRule.MarginUnit(rawValue: word) else { return false }
            configuration[keyPath: rule].marginUnit = unit
            return true
          }, options: ZoneRule.MarginUnit.allCases.map(\.rawValue))),
      times("dwell", "Margin: how long every reading must be beyond it", 0...600, \.dwell),
      Setting(
        "zones.\(name).minimumSamples", "Margin: so many independent readings must be beyond it",
        .count(samples, 1...1000)),
      Setting(
        "zones.\(name).lostAfter", "Silent for longer, the peer is given up", unit: "s",
        .number(lost, 0...86400)),
    ]
  }
}
