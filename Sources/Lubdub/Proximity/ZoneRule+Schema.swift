extension ZoneRule {
  /// Every setting of the rule for one radio.
  ///
  /// - Parameters:
  ///   - unit: The unit of the half-band.
  ///   - range: What the half-band may be.
  /// - Returns: One setting for each value of the rule.
  static func schema(halfBandIn unit: String, _ range: ClosedRange<Double>) -> [Setting<Self>] {
    [
      .choice("rule", "How a change is decided", get: { $0.kind }, set: { $0.kind = $1 }),
      .numbers(
        "falseChangeInterval", "CUSUM: mean time between false changes at rest (ARL0)", unit: "s",
        level: .basic, eachIn: 1...1e7, get: { $0.falseChangeInterval.map { $0.value } },
        set: { $0.falseChangeInterval = $1.map { Seconds($0) } }),
      .numbers(
        "halfBand", "CUSUM: half the band around an edge", unit: unit, level: .basic,
        eachIn: range, get: { $0.halfBand }, set: { $0.halfBand = $1 }),
      .numbers(
        "lookAhead", "CUSUM: how far to look ahead along the velocity", unit: "s", eachIn: 0...10,
        get: { $0.lookAhead.map { $0.value } }, set: { $0.lookAhead = $1.map { Seconds($0) } }),
      .numbers(
        "margin", "Hysteresis: half the band around an edge, in marginUnit", eachIn: 0...1000,
        get: { $0.margin }, set: { $0.margin = $1 }),
      .choice(
        "marginUnit", "Hysteresis: unit of the margin", get: { $0.marginUnit },
        set: { $0.marginUnit = $1 }),
      .numbers(
        "dwell", "Hysteresis: how long every reading must be beyond the margin", unit: "s",
        eachIn: 0...600,
        get: { $0.dwell.map { $0.value } }, set: { $0.dwell = $1.map { Seconds($0) } }),
      .count(
        "minimumSamples", "Hysteresis: how many independent readings must be beyond the margin",
        in: 1...1000,
        get: { $0.minimumSamples }, set: { $0.minimumSamples = $1 }),
    ]
  }

  /// Checks that each list has one value for all edges or one for each.
  func validate(edgeCount: Int) throws(SettingError) {
    let counts = [
      ("falseChangeInterval", falseChangeInterval.count), ("halfBand", halfBand.count),
      ("lookAhead", lookAhead.count),
      ("margin", margin.count), ("dwell", dwell.count),
    ]
    for (key, count) in counts where count != 1 && count != edgeCount {
      throw SettingError(
        key: key,
        rule: "has \(count) values, expected one for all edges or one for each of the "
          + "\(edgeCount)")
    }
  }
}

extension ZoneDetector.Parameters {
  /// Every setting of the zones.
  package static let schema: [Setting<Self>] =
    [
      .numbers(
        "edges", "Edges from the nearest; an edge belongs to the farther zone", unit: "m",
        level: .basic, eachIn: 0.001...1000, get: { $0.edges.map { $0.value } },
        set: { $0.edges = $1.map { Meters($0) } }),
      .texts(
        "names", "One name for each zone from the nearest", level: .basic, get: { $0.names },
        set: { $0.names = $1 }),
    ]
    + ZoneRule.schema(halfBandIn: "m", 0.001...10).map {
      $0.lifted("range", get: { $0.range }, set: { $0.range = $1 })
    }
    + ZoneRule.schema(halfBandIn: "ln(distance)", 0.001...3).map {
      $0.lifted("rssi", get: { $0.rssi }, set: { $0.rssi = $1 })
    }
    + ZoneRule.schema(halfBandIn: "m", 0.001...10).map {
      $0.lifted("position", get: { $0.position }, set: { $0.position = $1 })
    }

  /// Checks every setting, and that they fit each other.
  ///
  /// - Throws: `SettingError` with the setting's key within the zones, such as `range.falseChangeInterval`.
  package func validate() throws(SettingError) {
    for setting in Self.schema { try setting.validate(self) }
    _ = try zones()
    for index in names.indices {
      guard names[..<index].contains(names[index]) else { continue }
      throw SettingError(
        key: "names",
        rule: "has \"\(names[index])\" twice, expected a name of its own for each zone")
    }
    for (name, rule) in [("range", range), ("rssi", rssi), ("position", position)] {
      do {
        try rule.validate(edgeCount: edges.count)
      } catch {
        throw error.inside(name)
      }
    }
  }
}
