extension ZoneRule {
  static func schema(halfBandIn unit: String, _ range: ClosedRange<Double>) -> [Setting<Self>] {
    [
      .choice("rule", "Rule for zone changes") { $1(&$0.kind) },
      .numbers(
        "falseChangeInterval", "CUSUM: mean time between false changes at rest (ARL0)",
        level: .basic, eachIn: 1...1e7, isPerEdge: true
      ) { $1(&$0.falseChangeInterval) },
      .numbers(
        "halfBand", "CUSUM: largest half width of the band around an edge", unit: unit,
        eachIn: range, isPerEdge: true
      ) { $1(&$0.halfBand) },
      .numbers(
        "lookAhead", "CUSUM: time to look ahead along the velocity", eachIn: 0...10,
        isPerEdge: true
      ) { $1(&$0.lookAhead) },
      .numbers(
        "margin", "Hysteresis: half width of the band around an edge, in marginUnit",
        eachIn: 0...1000,
        isPerEdge: true
      ) { $1(&$0.margin) },
      .choice("marginUnit", "Hysteresis: unit of the margin") { $1(&$0.marginUnit) },
      .numbers(
        "dwell", "Hysteresis: time for which all readings must be beyond the margin",
        eachIn: 0...600,
        isPerEdge: true
      ) { $1(&$0.dwell) },
      .count(
        "minimumSamples", "Hysteresis: independent readings required beyond the margin",
        in: 1...1000
      ) { $1(&$0.minimumSamples) },
    ]
  }

  static let rangeSchema = schema(halfBandIn: "m", 0.001...10)
  static let levelSchema =
    schema(halfBandIn: "ln(distance)", 0.001...3)
    .map { $0.lifted(nil, level: .expert) { $1(&$0) } } + [
      .number(
        "confidence",
        "Probability: required probability of an edge's other side; 0.5 is lively, 0.65 calm",
        level: .basic, in: 0.5...0.99
      ) { $1(&$0.confidence) }
    ]
  /// The settings for wide ranges, only for CUSUM: a dwell of seconds is meaningless for readings that arrive minutes apart.
  static let wideSchema = rangeSchema.filter { cusumKeys.contains($0.key) }
  private static let cusumKeys = ["falseChangeInterval", "halfBand", "lookAhead"]
  package static let lists = rangeSchema.filter { $0.isPerEdge }

  func validate(edgeCount: Int) throws(SettingError) {
    for list in Self.lists {
      let count = list.value(in: self).numbers?.count ?? 0
      guard count != 1, count != edgeCount else { continue }
      throw SettingError(
        key: list.key,
        rule: "has \(count) values, expected one for all edges or one for each of the "
          + "\(edgeCount)")
    }
  }
}

extension ZoneDetector.Parameters: SettingGroup {
  package static let schema: [Setting<Self>] =
    [
      .numbers(
        "edges", "Edges from the nearest; an edge belongs to the farther zone", level: .basic,
        eachIn: 0.001...1000
      ) { $1(&$0.edges) },
      .texts("names", "One name for each zone from the nearest", level: .basic) { $1(&$0.names) },
    ]
    + ZoneRule.rangeSchema.map { $0.lifted("range") { $1(&$0.range) } }
    + ZoneRule.levelSchema.map { $0.lifted("rssi") { $1(&$0.rssi) } }
    + [
      .choice(
        "rssi.whenUnknown",
        "If signal strength does not show the zone: hold keeps it, silent stops the beats"
      ) { $1(&$0.whenUnknown) },
      .number(
        "outage.confidence",
        "As rssi.confidence, while no ranges arrive; 0.6 is lively, 0.8 calm", level: .basic,
        in: 0.5...0.99
      ) { $1(&$0.outageConfidence) },
    ]
    + ZoneRule.wideSchema.map { $0.lifted("gnss") { $1(&$0.wide) } } + [
      .number(
        "lean", "Side that doubtful signal strength prefers: -1 away, 1 near", level: .basic,
        in: -1...1
      ) { $1(&$0.lean) },
      .choice(
        "silence", "Meaning of silence: leave (away), hold the zone, or unknown (no zone)",
        level: .basic
      ) { $1(&$0.silence) },
      .optional(
        "silenceAfter",
        "Time without samples that counts as silence; null for the radio's staleAfter",
        in: 0.1...86400
      ) { $1(&$0.silenceAfter) },
      .optional(
        "heardAfter",
        "As silenceAfter, for a peer whose samples give no distance; null for the same time",
        in: 0.1...86400
      ) { $1(&$0.heardAfter) },
    ]

  package func validateTogether() throws(SettingError) {
    _ = try Zones(edges: edges, names: names)
    for index in names.indices {
      guard names[..<index].contains(names[index]) else { continue }
      throw SettingError(
        key: "names",
        rule: "has \"\(names[index])\" twice, expected a different name for each zone")
    }
    for (name, rule) in [("range", range), ("rssi", rssi), ("gnss", wide)] {
      guard rule.kind != .probability || name == "rssi" else {
        throw SettingError(
          key: "\(name).rule", found: "probability",
          expected: "cusum or hysteresis; probability is for signal strength")
      }
      try SettingError.at(name) { () throws(SettingError) in
        try rule.validate(edgeCount: edges.count)
      }
    }
  }
}
